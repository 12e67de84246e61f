/** The order of the cards in the hand: by rank, by suit, or as the player left them. */
import { byRank, bySuit, isCourt, type CardText } from "../cards/cards";
import type { Sort } from "../state/settings.svelte";

export const SORTS: readonly Sort[] = ["rank", "suit", "hand"];

export const courtsOf = (hand: readonly CardText[]): CardText[] => hand.filter(isCourt).sort(byRank);

/** The number cards in order. `own` is the player's own order; cards it doesn't know come last. */
export function arranged(hand: readonly CardText[], sort: Sort, own: readonly CardText[]): CardText[] {
  const numbers = hand.filter((card) => !isCourt(card));
  if (sort === "rank") return numbers.sort(byRank);
  if (sort === "suit") return numbers.sort(bySuit);
  const place = (card: CardText) => (own.includes(card) ? own.indexOf(card) : own.length);
  return numbers.sort((a, b) => place(a) - place(b) || byRank(a, b));
}

/** `cards` with `card` moved to `place`. */
export function moved(cards: readonly CardText[], card: CardText, place: number): CardText[] {
  const rest = cards.filter((other) => other !== card);
  rest.splice(Math.max(0, Math.min(rest.length, place)), 0, card);
  return rest;
}
