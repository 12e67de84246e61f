/** What the pages around the table say. */

const PRESETS: Record<string, string> = {
  standard: "Standard",
  tournament: "Tournament",
  "rogers-2024": "Rogers 2024",
  "rogers-2025": "Rogers 2025",
  duel: "Duel",
};

const PRESET_WORDS: Record<string, string> = {
  standard: "The rulebook of the game. If you don't know which to choose, choose this.",
  tournament:
    "The rulebook's variant for three: a bombed trick goes to whoever was second highest, not to whom the bomber likes.",
  "rogers-2024":
    "A one-page summary, 2024: bets are on points, the haggis goes to whoever takes the last trick, and court cards beside others are 10 or lower.",
  "rogers-2025":
    "The same summary a year later: bets are on going out again, a lost one goes to the first player out alone, and whoever has fewest points leads.",
  duel: "A plain game for two, without bets: nobody gets the haggis, sets are smaller, and it goes to 350 points.",
};

/** The values of options in a word or two; the sentence below says the rest. */
const VALUES: Record<string, string> = {
  "courts.lower": "Any lower rank",
  "courts.number": "10 or lower, or itself",
  "courts.wild": "10 or lower",
  "sets.any": "Any size",
  "sets.suits": "One a suit",
  "sets.none": "Singles only",
  "bet_wins.out": "Going out first",
  "bet_wins.points": "Points",
  "lost_bet.sharers": "Everybody who shares",
  "lost_bet.first-out": "The first player out",
  "bombed_trick.chosen": "Whom the bomber names",
  "bombed_trick.runner-up": "The second highest",
  "haggis.first-out": "The first player out",
  "haggis.final-trick": "The last trick",
  "haggis.nobody": "Nobody",
  "leftovers.first-out": "The first player out",
  "leftovers.last-out": "Who ends the round",
  "leftovers.nobody": "Nobody",
  "points.standard": "Printed points",
  "points.flat": "One a card",
  "next_lead.dealer": "The last",
  "next_lead.rotation": "The last, in turn",
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
    replay: "Replay",
    review: "Review",
    puzzles: "Puzzles",
    lost: "Not found",
  },

  nav: {
    label: "Main",
    home: "Home",
    friends: "With friends",
    lobby: "Lobby",
    games: "My games",
    learn: "How to play",
    puzzles: "Puzzles",
    rules: "Rules",
    /** Where the line is narrow. */
    brief: { friends: "Friends", learn: "Learn", games: "Games" },
    more: "More ways to play and learn",
  },

  home: {
    tagline: "Fourteen cards, three wild ones, and somebody else gets the last word. Be rid of yours first.",
    play: "Play now",
    carryOn: "Carry on",
    carryOnTitle: "Still on the table",
    change: "Change the game",
    settings: (players: number, levels: string, end: string, preset: string) =>
      `${players === 2 ? "Two players" : "Three players"}, against ${levels}, ${end}${preset && `, rules: ${preset}`}`,
    end: (target: number | null, rounds: number | null) =>
      rounds ? `for ${rounds === 1 ? "one round" : `${rounds} rounds`}` : `to ${target} points`,
    changed: (preset: string) => `${preset}, changed`,
    players: "Players",
    opponent: (number: number) => (number ? `Opponent ${number}` : "Opponent"),
    preset: "Rules",
    target: "The game ends",
    friends: "Play with friends",
    friendsWords: "Set a table, send the link, put the kettle on.",
    lobby: "Lobby",
    lobbyWords: "Open tables to join, and games to watch.",
    games: "My games",
    gamesWords: "What was won, what was lost, and by how much.",
    learn: "How to play",
    learnWords: "Five minutes, no reading glasses. Ends in a real round.",
    puzzles: "Puzzles",
    puzzlesWords: "One play is clearly best. A new puzzle every day.",
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
  presetWords: (preset: string): string => PRESET_WORDS[preset] ?? "",

  setup: {
    single: (changed: number) => (changed ? `Single rules (${changed} changed)` : "Single rules, one by one"),
    value: (option: string, value: string): string => VALUES[`${option}.${value}`] ?? value,
    bets: "Bets",
    betsWords: "Before your first card you may bet one of these amounts.",
    noBets: "No bets",
    noBetsWords: "Only the cards score.",
    toTarget: (target: number, usual: boolean) =>
      `The game ends after the round in which somebody reaches ${target} points${usual ? ", as these rules say" : ""}.`,
    afterRounds: "Whoever has most points then wins. While the top is tied, one more round is played.",
    pace: "How long the computer takes over a card",
    seconds: (seconds: number) => (seconds ? `about ${seconds.toFixed(1)} s` : "no time at all"),
  },

  friends: {
    title: "Set a table",
    intro: "Choose who sits where. Empty chairs are for whoever opens the link.",
    seat: (number: number) => `Seat ${number}`,
    friend: "A friend",
    byLink: "by link",
    friendWords: "The chair stays empty until somebody opens the link. You may still seat a computer then.",
    public: "List it in the lobby",
    publicWords: "Strangers may sit down too. They are usually friendly.",
    hints: "Allow hints",
    unseen: "Show which cards are unseen",
    clock: "Move clock",
    noClock: "None, we have all evening",
    noClockWords:
      "After five minutes without a move the others may let a computer play on until its player is back.",
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
    emptyInside: "an empty chair",
    awaited: (name: string) => `Waiting for ${name}`,
    you: "you",
    leave: "Leave the table",
    soon: "The game starts by itself when every chair is taken.",
    closed: "This table was cleared away before the game began.",
    closedLater: "The game was given up, and the table is cleared.",
    over: "The table is closed",
    swap: (first: string, second: string) => `Swap ${first} and ${second}`,
    remove: (name: string) => `Send ${name} away`,
    removeShort: "Send away",
    person: (name: string, level: string) => `${name}, ${level}`,
    shareIt: "Share",
    invite: "A game of Haggis? There is a chair for you:",
    camera: "Or let them point a camera at the code.",
    byHand: "This page may not copy here. The link is marked: copy it with your keyboard.",
    code: "The link as a QR code",
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
      games: (number: number) => (number === 1 ? "game" : "games"),
      won: "won",
      points_a_round: "points a round",
      rounds_out_first: (number: number) => (number === 1 ? "time out first" : "times out first"),
      bets_won: "bets won",
      bombs: (number: number) => (number === 1 ? "bomb" : "bombs"),
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
