/** When the coach says what: looked up in what the server says is legal, so no rule lives here. */
import { isCourt, splitCards, type CardText } from "../cards/cards";
import type { StateView } from "../state/wire";

export type TipName = "bet" | "play" | "pairs" | "bomb" | "wild" | "stuck" | "haggis" | "bombed";

export interface Tip {
  name: TipName;
  /** What glows: a selector. */
  at: string;
}

interface Moment {
  state: StateView;
  /** Cards are chosen that can be played. */
  ready: boolean;
  /** What happens to the haggis by these rules. */
  haggis: string | undefined;
}

const FEW = 4;
const PAIRS = /^[2-9]x[2-9]:/;
const BOMB = /^bomb:/;

/** The plays of a kind, each as its cards. */
const plays = (state: StateView, fits: (reading: string) => boolean): CardText[][] =>
  Object.entries(state.legal?.plays ?? {}).flatMap(([reading, found]) =>
    fits(reading) ? found.map(splitCards) : [],
  );

const glowing = (cards: CardText[]): string => cards.map((card) => `.hand [data-card="${card}"]`).join(", ");

const cheapest = (found: CardText[][]): CardText[] | undefined =>
  found.find((cards) => !cards.some(isCourt)) ?? found[0];

/** Each tip with its moment, the most pressing first. */
const FINDERS: [TipName, (moment: Moment) => string | undefined][] = [
  ["play", ({ ready }) => (ready ? ".act .play" : undefined)],
  [
    "bombed",
    ({ state }) =>
      state.on && BOMB.test(state.on.reading) && state.on.seat !== state.seat ? ".play.highest" : undefined,
  ],
  ["bet", ({ state }) => (state.may_bet.some(Boolean) ? ".bets .chip" : undefined)],
  [
    "stuck",
    ({ state }) => (state.legal && !Object.keys(state.legal.plays).length ? ".act .pass" : undefined),
  ],
  ["bomb", ({ state }) => onlyBombs(state)],
  ["pairs", ({ state }) => pairsToLead(state)],
  ["wild", ({ state }) => onlyWithCourts(state)],
  ["haggis", ({ state, haggis }) => (haggis === "first-out" ? nearlyOut(state) : undefined)],
];

/** Nothing but a bomb beats the table. */
function onlyBombs(state: StateView): string | undefined {
  const bombs = plays(state, (reading) => BOMB.test(reading));
  const others = plays(state, (reading) => !BOMB.test(reading));
  return state.trick.length && bombs.length && !others.length ? glowing(bombs[0]!) : undefined;
}

/** A sequence of pairs without wild cards, on the lead. */
function pairsToLead(state: StateView): string | undefined {
  const found = plays(state, (reading) => PAIRS.test(reading)).filter((cards) => !cards.some(isCourt));
  return !state.trick.length && found.length ? glowing(found[0]!) : undefined;
}

function onlyWithCourts(state: StateView): string | undefined {
  const found = plays(state, (reading) => !BOMB.test(reading)).filter((cards) => cards.length > 1);
  const cards = cheapest(found);
  return state.trick.length && cards?.some(isCourt) ? glowing(cards) : undefined;
}

const nearlyOut = (state: StateView): string | undefined =>
  state.counts.some((count) => count > 0 && count <= FEW) ? ".count" : undefined;

/** What the coach has to say now, if it is my turn and it has not been said often enough. */
export function tipFor(moment: Moment, said: (name: TipName) => boolean): Tip | null {
  if (moment.state.ask !== "turn") return null;
  for (const [name, find] of FINDERS) {
    if (said(name)) continue;
    const at = find(moment);
    if (at) return { name, at };
  }
  return null;
}
