/** English. Everything that the page itself says, in one place. */

const points = (number: number): string => (number === 1 ? "1 point" : `${number} points`);
const cards = (number: number): string => (number === 1 ? "1 card" : `${number} cards`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const SUITS: Record<string, string> = { r: "red", o: "orange", y: "yellow", g: "green", b: "blue" };
const RANKS: Record<string, string> = { T: "10", J: "Jack", Q: "Queen", K: "King" };

/** "7r" is "red 7", "K" is "King". */
const cardName = (card: string): string => {
  const rank = RANKS[card[0] ?? ""] ?? card[0] ?? "";
  return card[1] ? `${SUITS[card[1]]} ${rank}` : rank;
};

export const en = {
  name: "Haggis",
  points,
  cards,
  capital,
  cardName,
  suits: SUITS,

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
    skip: "Skip to the game",
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
    save: "Save",
    saved: "Saved",
    round: (round: number) => `round ${round}`,
    waiting: "waiting for players",
  },

  presets: {
    standard: "Standard",
    tournament: "Tournament",
    "rogers-2024": "Rogers 2024",
    "rogers-2025": "Rogers 2025",
    duel: "Duel",
  } as Record<string, string>,

  friends: {
    title: "Set a table",
    intro: "Choose who sits where. Empty chairs are for whoever opens the link.",
    seat: (number: number) => `Seat ${number}`,
    you: "You",
    open: "A friend, by link",
    public: "List it in the lobby",
    publicWords: "Strangers may sit down too. They are usually friendly.",
    takeback: "Allow taking back (only when all others are computers)",
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
    full: "You are watching. The chairs are taken.",
  },

  lobby: {
    title: "Lobby",
    open: "Open tables",
    watch: "Being played",
    none: "Nobody is waiting. A quiet night at the inn: set a table yourself, or play the computer.",
    noneToWatch: "No game to watch. Even the sheep have gone home.",
    join: "Sit down",
    look: "Watch",
    refresh: "Look again",
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

  table: {
    label: "The table",
    openSeat: "Empty chair",
    you: "You",
    round: (round: number) => `Round ${round}`,
    toTarget: (target: number) => `to ${target}`,
    ofRounds: (rounds: number) => `of ${rounds}`,
    cardsLeft: (count: number) => `${cards(count)} left`,
    captured: (number: number) => `${points(number)} captured`,
    bet: (amount: number) => `Bet ${amount}`,
    noBet: "No bet",
    out: "Out",
    passed: "Pass",
    dealer: "Dealer",
    thinking: "thinking",
    away: "away",
    toBeat: "to beat",
    scores: "Scores",
    thisRound: "this round",
    log: "What happened",
    logNone: "Nothing yet. It's a card game, not a race.",
    unseen: "Not seen yet",
    unseenWords: "Filled: still in a hand or in the haggis",
    panel: "Scores and log",
    close: "Close",
    menu: "Settings",
    leave: "Leave",
    watching: (count: number) => (count === 1 ? "1 watching" : `${count} watching`),
    youWatch: "You are watching",
    replace: (name: string) => `Let a computer play for ${name}`,
    comeBack: "Take your seat back",
    hand: "Your hand",
    courts: "Your court cards, wild",
    trick: "The trick",
    clock: "Time left",
    takes: (mine: boolean, name: string, count: number, worth: number) =>
      `${mine ? "You take" : `${name} takes`} the trick: ${cards(count)}, ${points(worth)}`,
    bombed: (winner: string, captor: string, count: number, worth: number) =>
      `Won with a bomb by ${winner}, captured by ${captor}: ${cards(count)}, ${points(worth)}`,
    dealtBy: (name: string) => `${name} dealt`,
  },

  strip: {
    chosen: (what: string, leads: boolean) =>
      `${capital(what)}: ${leads ? "yours to lead" : "beats the table"}`,
    part: (what: string) =>
      what ? `${capital(what)} so far. Keep choosing.` : "Not a play yet. Keep choosing.",
    yourLead: "Your lead. Play anything you like.",
    yourTurn: (what: string) => `Beat the ${what}, or pass.`,
    stuck: "Nothing beats that. Pass.",
    stuckAuto: "Nothing beats that. Passing for you.",
    wait: (name: string) => `${name} is to play.`,
    waitGive: (name: string) => `${name} gives the bombed trick away.`,
    give: "Your bomb won the trick, so somebody else captures it. Who?",
    out: "You are out. The rest play on.",
    over: "The round is over.",
    watch: (name: string) => `${name} is to play. You are watching.`,
    play: "Play",
    playWhat: (what: string) => `Play ${what}`,
    pass: "Pass",
    giveTo: (name: string) => `Give it to ${name}`,
    hint: "Hint",
    thinking: "Thinking",
    takeback: "Take back",
    bets: "Bet that you go out first",
    betsPoints: "Place a bet",
    bet: (amount: number) => (amount ? `Bet ${amount}` : "No bet"),
    betWord: "bet",
    readings: "Play it as",
    sort: "Sort",
    sorts: { rank: "By rank", suit: "By suit", hand: "By hand" },
    autoPass: "Pass for me when nothing fits",
    clear: "Clear",
    hintPoints: (number: number) =>
      `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number).toFixed(1)}`,
    hintTitle: (level: string) => `What the ${level} player would do`,
    hintNote: "Its choice is on top. The number is the lead in points that it expects from this round.",
  },

  moment: {
    out: (name: string) => `${name} is out!`,
    youOut: "You are out!",
    late: (name: string) => `${name}'s time ran out`,
    youLate: "Your time ran out",
    bomb: "Bomb!",
    bet: (name: string, amount: number) => `${name} bets ${amount}`,
  },

  sheet: {
    your: "your",
    round: (round: number) => `Round ${round}`,
    outFirst: (name: string) => `${name} went out first`,
    youOutFirst: "You went out first",
    total: "Total",
    thisRound: "This round",
    none: "nothing this round",
    haggis: "The haggis was",
    leftInHand: (name: string) => `${name} still held`,
    next: "Next round",
    waiting: (names: string) => `Waiting for ${names}`,
    fair: "Check the deal",
    fairWords:
      "This number was shown before the first card. It is the SHA-256 of the deal and the salt below, so the deal can't have been changed. `haggis verify` checks it in the record.",
    commitment: "Commitment",
    salt: "Salt",
    details: "Every point",
    reading: "Look at the table",
    back: "Back to the scores",
  },

  end: {
    won: (name: string) => `${name} wins`,
    youWon: "You win",
    youLost: "Well played. The next one is yours.",
    youWonWords: "Address the haggis. You've earned it.",
    graph: "Scores after each round",
    rematch: "Rematch",
    rematchAsked: "Join the rematch",
    record: "Download the record",
    home: "Home",
  },

  settings: {
    title: "Settings",
    sound: "Sound",
    theme: "Light cloth",
    autoPass: "Pass for me when nothing can be played",
    unseen: "Show the cards not seen yet",
    keys: "Keys",
    leave: "Leave the game",
    link: "Play on from another device",
    linkWords: "This link takes your seat there. Keep it to yourself.",
    keyList: [
      ["← →", "walk through your hand"],
      ["Space", "choose the card"],
      ["Enter", "play what is chosen"],
      ["P", "pass"],
      ["R", "next reading of the cards"],
      ["B, Shift + B", "bet the lower, the higher amount"],
      ["1 2 3", "give the bombed trick to that player"],
      ["H", "hint"],
      ["U", "take back"],
      ["S", "sort by rank, suit or hand"],
      ["Shift + ← →", "move the card in your hand"],
      ["N", "next round"],
      ["Esc", "put the cards back, close"],
    ] as [string, string][],
  },

  line: {
    joining: "Finding the table",
    away: "The connection is lost. Trying again.",
    noTable: "There is no such table",
  },

  errors: {
    offline: "The server can't be reached. Check the connection and try again.",
    trouble: "Something went wrong on the server. Try again.",
    away: "The connection was lost. Try again.",
  },

  lost: {
    title: "There is nothing here",
    words: "The path ends in a bog. Back to the table with you.",
    home: "Home",
  },

  learn: {
    title: "How to play",
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    next: "Next",
    back: "Back",
    onTable: "On the table",
    yourHand: "Your cards",
    well: "Aye, that's it.",
    play: "Play your first round",
    skip: "Skip to a real round",
    tryIt: "Tap the cards.",
    steps: [
      {
        title: "Be rid of your cards",
        words:
          "Everybody holds fourteen number cards and three court cards: Jack, Queen and King. Whoever goes out first scores 5 points for every card in the biggest hand left. Nothing else pays as well.",
      },
      {
        title: "Sets: cards of one rank",
        words:
          "The leader may play any combination. One card is fine, so are two or more of the same rank. Choose both 6s.",
      },
      {
        title: "Runs: one suit, in a row",
        words: "Three or more ranks in a row of one suit make a run. Choose the green 4, 5 and 6.",
      },
      {
        title: "Beat it, or pass",
        words:
          "To follow you need the same shape, but higher: a pair on a pair, a run of three on a run of three. Here a pair of 5s is on the table. Find the pair that beats it.",
      },
      {
        title: "Court cards are wild",
        words:
          "A Jack, Queen or King stands for a missing card. The 8 and 9 of the blue drops need one more to beat that run: choose them and your Jack.",
      },
      {
        title: "Bombs",
        words:
          "Two or three court cards together are a bomb, and so are 3-5-7-9, all in one suit or all in different ones. A bomb beats everything but a higher bomb. The price: somebody else captures the trick. Choose Jack and Queen.",
      },
      {
        title: "Points and bets",
        words:
          "The cards in the tricks you take count too: 3, 5, 7 and 9 are worth 1, a Jack 2, a Queen 3, a King 5. Before your first card you may bet 15 or 30 that you go out first. Win it and it's yours; lose it and the others get it.",
      },
    ],
    done: "That is nearly everything. The rest comes by playing.",
  },

  rules: {
    title: "The rules",
    which: "Rules of",
    players: "Players",
    two: "Two players",
    three: "Three players",
  },
};
