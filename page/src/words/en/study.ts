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
    combos: "What makes it so",
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
    tooLarge: "This file is too large to be the record of a game.",
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
    start: "Review the game",
    soFar: "So far",
    like: (level: string) =>
      level.endsWith("+") ? `A little better than ${name(level.slice(0, -1))}` : `Played like ${name(level)}`,
    loss: (loss: number) => `${loss.toFixed(1)} points lost a decision`,
    interval: (low: number, high: number) => `likely between ${low.toFixed(1)} and ${high.toFixed(1)}`,
    decisions: (count: number) => (count === 1 ? "1 decision" : `${count} decisions`),
    result: "Result",
    resultWords: "points ahead of the others",
    luck: "Luck",
    luckWords: (deal: number, rest: number) => `deal ${signed(deal)}, the rest ${signed(rest)}`,
    adjusted: "Without luck",
    adjustedWords: "gifts of the others less own mistakes",
    grades: "How the decisions were",
    graph: "Points lost, decision by decision",
    graphWords: "A step up is a decision that cost points; flat is good play.",
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
      `${best ? `a bet of ${best}` : "no bet"} was better; the chance was ${percent(chance)}`,
    betsFine: "All bets were fine.",
    truth: "As the cards lay",
    truthBetter: "it turned out better than the advice",
    truthWorse: "it turned out worse as well",
  },

  study: {
    replay: "Replay",
    review: "Review",
    signed,
    percent,
    grade: (grade: string): string => GRADES[grade] ?? grade,
  },
};
