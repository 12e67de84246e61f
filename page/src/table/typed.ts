/** Choosing cards by typing their ranks: "5", "6", "7" takes up the cards that make a play of them. */
import { splitCards, type CardText } from "../cards/cards";

/** Rank keys as they are typed; ten is 0 or T. */
export const RANK_KEYS: Record<string, string> = {
  ...Object.fromEntries([..."23456789"].map((rank) => [rank, rank])),
  "0": "T",
  t: "T",
  j: "J",
  q: "Q",
  k: "K",
};

const ofRank = (cards: readonly CardText[], rank: string): CardText[] =>
  cards.filter((card) => card[0] === rank);

/** The cards of `play` with these ranks, the chosen ones first; none if it has too few of a rank. */
function taken(play: CardText[], ranks: string[], chosen: readonly CardText[]): CardText[] | null {
  const left = [...play].sort((a, b) => Number(chosen.includes(b)) - Number(chosen.includes(a)));
  const found: CardText[] = [];
  for (const rank of ranks) {
    const at = left.findIndex((card) => card[0] === rank);
    if (at < 0) return null;
    found.push(...left.splice(at, 1));
  }
  return found;
}

/**
 * What is chosen after one more card of `rank` was typed. Another suit is taken for a rank typed before
 * where only that makes a legal play; when no more of the rank is in the hand, it is put back.
 */
export function withRank(
  rank: string,
  chosen: readonly CardText[],
  hand: readonly CardText[],
  legal: Iterable<string>,
): CardText[] {
  const before = ofRank(chosen, rank);
  const held = ofRank(hand, rank);
  if (before.length >= held.length) return chosen.filter((card) => card[0] !== rank);
  const ranks = [...chosen.map((card) => card[0]!), rank];
  let best: { cards: CardText[]; kept: number; size: number } | null = null;
  for (const text of legal) {
    const play = splitCards(text);
    if (best && best.kept === chosen.length && best.size <= play.length) continue;
    const cards = taken(play, ranks, chosen);
    if (!cards) continue;
    const kept = cards.filter((card) => chosen.includes(card)).length;
    if (!best || kept > best.kept || (kept === best.kept && play.length < best.size))
      best = { cards, kept, size: play.length };
  }
  return best?.cards ?? [...chosen, held.find((card) => !chosen.includes(card))!];
}
