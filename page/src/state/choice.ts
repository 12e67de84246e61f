/** What a selection of cards is, looked up in what the server said is legal. */
import { byRank, splitCards, type CardText } from "../cards/cards";
import type { Described, Legal, ReadingView } from "./wire";

/** What the page must know of chosen cards; of a legal play it does without asking. */
export type Description = Pick<Described, "readings" | "playable" | "why">;

/** The server's way to write these cards: by rank, then by suit, court cards last. */
export const asText = (cards: readonly CardText[]): string => [...cards].sort(byRank).join(" ");

/** Every legal selection with its readings, the highest first. */
export function legalIndex(legal: Legal | null): Map<string, ReadingView[]> {
  const index = new Map<string, ReadingView[]>();
  for (const [reading, plays] of Object.entries(legal?.plays ?? {})) {
    const words = legal?.words[reading] ?? reading;
    for (const cards of plays) {
      const readings = index.get(cards) ?? [];
      readings.push({ reading, words, beats: true, why: "", reason: null });
      index.set(cards, readings);
    }
  }
  return index;
}

/** A selection that is legal as it stands, described without asking anybody. */
export const describeLegal = (readings: ReadingView[]): Description => ({
  readings,
  playable: true,
  why: "",
});

/** The cards of all legal plays that hold the whole selection; everything else can be dimmed. */
export function usefulCards(index: Map<string, ReadingView[]>, selected: readonly CardText[]): Set<CardText> {
  const useful = new Set<CardText>();
  for (const text of index.keys()) {
    const cards = splitCards(text);
    if (selected.every((card) => cards.includes(card))) for (const card of cards) useful.add(card);
  }
  return useful;
}
