/** What replay, review and puzzles say. */
import { capital, points } from "./terms";

const GRADES: Record<string, string> = {
  fine: "Fine",
  inaccuracy: "Inaccuracy",
  mistake: "Mistake",
  blunder: "Blunder",
};

const signed = (number: number): string => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(1)}`;
/** A level by its name, as in "Casual". */
const name = (level: string): string => capital(level);
const percent = (share: number): string => `${Math.round(100 * share)} %`;

const TASKS: Record<string, string> = {
  open: "All cards are known. Which play ends best, if both play their best from here?",
  hidden: "The other hand is hidden. Which play guarantees most, even if the other sees your cards?",
  opening: "The round has just begun. One play is better than all others by far. Which?",
};

const PROVED: Record<string, (deals: number) => string> = {
  open: () =>
    "The solver has played out every legal play to the end. One play, and no other, leads to the best result; all others are at least 3 points worse.",
  hidden: (deals) =>
    `Solved in all ${deals} possible deals: against one who sees all cards, the best play guarantees at least 3 points more on average than any other. Against anybody else another may do better.`,
  opening: () =>
    "Nothing is proved here: too much is hidden. Two long searches found the same play, and in fresh deals it was better by at least 4 points, far outside the error.",
};

/** Of a puzzle's points. */
const MEANINGS: Record<string, string> = {
  open: "in the end",
  hidden: "on average with open cards",
  opening: "expected",
};

export const study = {
  replay: {
    title: "Replay",
    lost: "This game can't be shown",
    loading: "Finding the game",
    of: (round: number, rounds: number) => `Round ${round} of ${rounds}`,
    moment: (action: number, actions: number) =>
      action ? `${action} of ${actions}` : `dealt, ${actions} to come`,
    slider: "Moment of the round",
    back: "Back",
    forward: "Forward",
    roundBack: "Round before",
    roundForward: "Next round",
    eyes: "Whose cards",
    all: "All hands",
    table: "Log, scores, graph",
    toPlay: "to play",
    holds: (name: string) => `Cards of ${name}`,
    graph: "The game so far",
    sheet: (round: number) => `Scores of round ${round}`,
    breaksOff: "The record breaks off here.",
    opening: "What this deal promised",
    openingAsk: "Weigh the dealt hand",
    solve: "Best play, all cards open",
    solving: "Working it out",
  },

  opening: {
    title: (name: string) => `${name}, before the first card`,
    out: (share: number) => `${percent(share)} to go out first`,
    points: (number: number) => `${signed(number)} points expected against the others`,
    bet: (amount: number) => (amount ? `A bet of ${amount} is justified.` : "No bet is justified."),
    gain: (amount: number, chance: number, gain: number) =>
      `Bet ${amount}: won in ${percent(chance)}, gains ${signed(gain)}`,
    combos: "How it goes out undisturbed, one turn a line",
    bombs: "Bombs",
  },

  solved: {
    title: "Best play with all cards open",
    ends: (name: string, ahead: number, rival: string) =>
      ahead === 0
        ? `${name} and ${rival} end this round level.`
        : `${name} ends this round ${points(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} ${rival}.`,
    proved: "Proved by the solver. At the table nobody could see this.",
  },

  record: {
    open: "Open a record file",
    drop: "Drop the record of a game here",
    title: "This record does not hold",
    upTo: "Show it up to there",
    notUtf8: "This file is not UTF-8 text.",
    tooLarge: "This file is too large to be the record of a game.",
    games: (count: number) => `${count} games in this file`,
    first: (listed: number) => `The first ${listed} can be chosen here.`,
    game: (number: number, names: string[], rounds: number) =>
      names.length
        ? `Game ${number}: ${names.join(" – ")}, ${rounds === 1 ? "1 round" : `${rounds} rounds`}`
        : `Game ${number}`,
  },

  review: {
    title: "Review",
    lost: "No review of this game",
    intro: "Every decision against the best one, by what the player could know. Forced ones don't count.",
    progress: (done: number, total: number) => `${done} of ${total} decisions judged`,
    waiting: "Waiting for its turn: other games are being reviewed",
    stop: "Stop",
    stopped: "The review was stopped.",
    cutOff: "The review was cut off. Nothing is lost: ask for it again.",
    again: "Review it again",
    soFar: "So far",
    like: (level: string) => {
      if (!level) return "Too few decisions to name a level";
      return level.endsWith("+")
        ? `A little better than ${name(level.slice(0, -1))}`
        : `Played like ${name(level)}`;
    },
    loss: (loss: number) => `${loss.toFixed(1)} points lost a decision`,
    sure: (bounds: number[] | null, count: number) => {
      const likely = bounds?.some((bound) => bound >= 0.05)
        ? `likely between ${bounds.map((bound) => bound.toFixed(1)).join(" and ")}, `
        : "";
      return likely + (count === 1 ? "1 decision" : `${count} decisions`);
    },
    result: "Result",
    resultWords: "points ahead of the others, on average",
    luck: "Luck",
    luckWords: (deal: number, rest: number) => `the deal ${signed(deal)}, the rest ${signed(rest)}`,
    adjusted: "Without luck",
    adjustedWords: (lead: number, given: number, own: number) =>
      `the lead ${signed(lead)}, others' play ${signed(given)}, own play ${signed(-own)}. ` +
      "Play counts every choice and bet, with its sign: it is not the sum of the losses above.",
    grades: "How the decisions were",
    graph: "Points lost, decision by decision",
    graphWords: "A step up is what a decision lost, also of those that were fine. Flat is good play.",
    moments: "What cost most",
    none: "Nothing cost enough to speak of. Well played.",
    moment: (round: number, name: string) => `Round ${round}, ${name}`,
    cost: (loss: number, error: number) => `cost ${loss.toFixed(1)} ± ${(2 * error).toFixed(1)} points`,
    played: "Played",
    better: "Better",
    onTable: "To beat",
    leads: "Free to lead",
    line: "It might have gone on",
    show: "Show it in the replay",
    all: "All that was not fine",
    bets: "Bets",
    bet: (amount: number) => (amount ? `bet ${amount}` : "no bet"),
    betBetter: (best: number, chance: number) =>
      `${best ? `a bet of ${best}` : "not betting"} was better; the chance was ${percent(chance)}`,
    betsFine: "All bets were fine.",
    truthBest: "Best with all hands known",
    truth: (loss: number) =>
      `As the cards lay, it ${loss === 0 ? "made no difference" : loss < 0 ? "turned out better than the advice" : "turned out worse as well"}`,
  },

  puzzle: {
    title: "Puzzle",
    day: "Puzzle of the day",
    lost: "No such puzzle",
    rating: "your rating",
    streak: "in a row",
    days: "days in a row",
    about: (rating: number, tried: boolean, counts: boolean) => {
      const again = counts ? "it counts for the days in a row" : "it does not count again";
      return `Difficulty ${rating}${tried ? `, tried before: ${again}` : ""}`;
    },
    task: (kind: string): string => TASKS[kind] ?? "",
    hint: "What is proved?",
    reveal: "Show the solution",
    /** What that costs; nothing where an answer does not count. */
    revealCosts: (day: boolean, tried: boolean, counts: boolean) => {
      if (!counts) return "";
      if (tried) return "costs the days in a row";
      return day ? "costs rating and both rows" : "costs rating and the row";
    },
    proved: (kind: string, deals: number): string => PROVED[kind]?.(deals) ?? "",
    right: "Right.",
    wrong: "Not this time.",
    shown: "The solution",
    points: (kind: string, best: number, second: number) =>
      `${signed(best)} points ${MEANINGS[kind] ?? ""}, the next best play ${signed(second)}`,
    yours: "Your answer",
    outcome: (kind: string, points: number, behind: number, error: number) =>
      error
        ? `${behind.toFixed(1)} ± ${(2 * error).toFixed(1)} points worse`
        : `${signed(points)} points ${MEANINGS[kind] ?? ""}`,
    next: "Next puzzle",
  },

  study: {
    replay: "Replay",
    review: "Review",
    signed,
    pass: "pass",
    tryAgain: "Play on from here",
    grade: (grade: string): string => GRADES[grade] ?? grade,
  },
};
