/** What the pages around the table say. */

const PRESETS: Record<string, string> = {
  standard: "Standard",
  tournament: "Tournament",
  "rogers-2024": "Rogers 2024",
  "rogers-2025": "Rogers 2025",
  duel: "Duel",
};

export const pages = {
  title: {
    home: "Haggis: the climbing card game",
    friends: "Play with friends",
    lobby: "Lobby",
    games: "My games",
    learn: "How to play",
    rules: "The rules",
    table: "At the table",
    lost: "Not found",
  },

  nav: {
    label: "Main",
    home: "Home",
    friends: "With friends",
    lobby: "Lobby",
    games: "My games",
    learn: "How to play",
    rules: "Rules",
  },

  home: {
    tagline: "Fourteen cards, three wild ones, and somebody else gets the last word. Be rid of yours first.",
    play: "Play now",
    carryOn: "Carry on",
    carryOnTitle: "Still on the table",
    change: "Change the game",
    settings: (players: number, levels: string, end: string, preset: string) =>
      `${players === 2 ? "Two players" : "Three players"}, against ${levels}, ${end}${preset && `, rules: ${preset}`}`,
    toPoints: (target: number) => `to ${target} points`,
    players: "Players",
    opponent: (number: number) => (number ? `Opponent ${number}` : "Opponent"),
    preset: "Rules",
    target: "Play to",
    friends: "Play with friends",
    friendsWords: "Set a table, send the link, put the kettle on.",
    lobby: "Lobby",
    lobbyWords: "Open tables to join, and games to watch.",
    games: "My games",
    gamesWords: "What was won, what was lost, and by how much.",
    learn: "How to play",
    learnWords: "Five minutes, no reading glasses. Ends in a real round.",
    rules: "The rules",
    rulesWords: "Every rule of every variant, on one page.",
    yourName: "Your name",
    saved: "Kept",
    round: (round: number) => `round ${round}`,
    waiting: "waiting for players",
  },

  unfinished: {
    all: (count: number) => `All ${count} unfinished games`,
    none: "No unfinished games. A tidy table.",
    keep: "No, keep it",
    leave: {
      button: "Leave",
      title: "Leave this table?",
      words: "The game has not begun. If the table is yours, it is cleared away.",
    },
    close: {
      button: "Delete",
      title: "Delete this game?",
      words: "It is gone for good, and counts neither as won nor as lost.",
    },
    resign: {
      button: "Resign",
      title: "Resign this game?",
      words: "A computer plays on for you, for good. You can't take the seat back.",
    },
  },

  presetName: (preset: string): string => PRESETS[preset] ?? preset,

  friends: {
    title: "Set a table",
    intro: "Choose who sits where. Empty chairs are for whoever opens the link.",
    seat: (number: number) => `Seat ${number}`,
    open: "A friend, by link",
    public: "List it in the lobby",
    publicWords: "Strangers may sit down too. They are usually friendly.",
    hints: "Allow hints",
    unseen: "Show which cards are unseen",
    clock: "Move clock",
    noClock: "None, we have all evening",
    seconds: (number: number) => `${number} seconds a move`,
    make: "Set the table",
  },

  waiting: {
    title: "Waiting for players",
    share: "Send this link to whoever should sit down:",
    copy: "Copy the link",
    copied: "Copied",
    sit: "Sit down here",
    bot: "Seat a computer",
    empty: "An empty chair",
    you: "you",
    leave: "Leave the table",
    soon: "The game starts by itself when every chair is taken.",
    closed: "This table was cleared away before the game began.",
    closedLater: "The game was given up, and the table is cleared.",
    over: "The table is closed",
    swap: (first: string, second: string) => `Swap ${first} and ${second}`,
    remove: (name: string) => `Send ${name} away`,
    removeShort: "Send away",
    swapShort: "Swap with the next",
  },

  lobby: {
    title: "Lobby",
    open: "Open tables",
    watch: "Being played",
    none: "Nobody is waiting. A quiet night at the inn: set a table yourself, or play the computer.",
    noneToWatch: "No game to watch. Even the sheep have gone home.",
    join: "Sit down",
    look: "Watch",
    by: (host: string) => `${host}'s table`,
  },

  games: {
    title: "My games",
    none: "Nothing yet. Every laird started with an empty ledger.",
    record: "Record",
    more: "Show older games",
    place: (place: number) => ({ 1: "1st", 2: "2nd", 3: "3rd" })[place] ?? `${place}th`,
    rounds: (number: number) => (number === 1 ? "1 round" : `${number} rounds`),
    stats: {
      games: "games",
      won: "won",
      points_a_round: "points a round",
      rounds_out_first: "times out first",
      bets_won: "bets won",
      bombs: "bombs",
      average_place: "average place",
    },
    of: (part: number, whole: number) => `${part} of ${whole}`,
  },

  rules: {
    title: "The rules",
    which: "Rules of",
    ofTable: (preset: string) => `Rules: ${PRESETS[preset] ?? preset}`,
    players: "Players",
    two: "Two players",
    three: "Three players",
  },

  lost: {
    title: "There is nothing here",
    words: "The path ends in a bog. Back to the table with you.",
    home: "Home",
  },
};
