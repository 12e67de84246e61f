/** A card as the wire writes it: "7r", "Tb", "K". Reading and ordering only; no rules live here. */

export type Suit = "r" | "o" | "y" | "g" | "b";
export type CardText = string;

export const SUITS: readonly Suit[] = ["r", "o", "y", "g", "b"];
export const NUMBER_RANKS: readonly string[] = ["2", "3", "4", "5", "6", "7", "8", "9", "T"];
const RANKS = "23456789TJQK";

const rankOf = (card: CardText): string => card[0] ?? "";
export const suitOf = (card: CardText): Suit | undefined => card[1] as Suit | undefined;
export const isCourt = (card: CardText): boolean => card.length === 1;

/** The rank as printed: ten is "10". */
export const rankLabel = (card: CardText): string => (rankOf(card) === "T" ? "10" : rankOf(card));

/** The worth that is printed on the card. */
export const printedWorth = (card: CardText): number =>
  ({ "3": 1, "5": 1, "7": 1, "9": 1, J: 2, Q: 3, K: 5 })[rankOf(card)] ?? 0;

export const splitCards = (text: string): CardText[] => text.split(" ").filter(Boolean);

const rankPlace = (card: CardText) => RANKS.indexOf(rankOf(card));
const suitPlace = (card: CardText) => SUITS.indexOf(suitOf(card) ?? "b");

export const byRank = (a: CardText, b: CardText): number =>
  rankPlace(a) - rankPlace(b) || suitPlace(a) - suitPlace(b);

export const bySuit = (a: CardText, b: CardText): number =>
  suitPlace(a) - suitPlace(b) || rankPlace(a) - rankPlace(b);
