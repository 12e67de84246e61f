/** Cards, suits and amounts in English. */

export const points = (number: number): string => (number === 1 ? "1 point" : `${number} points`);
export const cards = (number: number): string => (number === 1 ? "1 card" : `${number} cards`);
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const SUITS: Record<string, string> = { r: "red", o: "orange", y: "yellow", g: "green", b: "blue" };
const RANKS: Record<string, string> = { T: "10", J: "Jack", Q: "Queen", K: "King" };

/** "7r" is "red 7", "K" is "King". */
export const cardName = (card: string): string => {
  const rank = RANKS[card[0] ?? ""] ?? card[0] ?? "";
  return card[1] ? `${SUITS[card[1]]} ${rank}` : rank;
};

/** "red 10, Jack as 9" */
export const cardsLaid = (laid: readonly { card: string; as: string }[]): string =>
  laid.map(({ card, as }) => (as ? `${cardName(card)} as ${as}` : cardName(card))).join(", ");
