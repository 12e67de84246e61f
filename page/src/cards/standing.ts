/** What court cards stand for in a play, read off its reading: "2x2:T" is twice two ranks up to ten. */
import { byRank, isCourt, rankLabel, type CardText } from "./cards";

export interface LaidCard {
  card: CardText;
  /** The rank that a court card stands for, as printed, when it is not its own. */
  as: string;
}

const RANKS = "23456789TJQK";
const READING = /^(\d)x(\d):([2-9TJQK])$/;

/** Every rank that the reading needs, once a card, low to high. */
function places(reading: string): string[] {
  const [, multiplicity, length, top] = READING.exec(reading) ?? [];
  if (!top) return [];
  const high = RANKS.indexOf(top);
  const ranks = [...RANKS.slice(high - Number(length) + 1, high + 1)];
  return ranks.flatMap((rank) => Array<string>(Number(multiplicity)).fill(rank));
}

/** The cards of a play in the order of what they stand for; the higher court card takes the higher place. */
export function asLaid(cards: readonly CardText[], reading: string): LaidCard[] {
  const open = places(reading);
  const courts = cards.filter(isCourt).sort(byRank);
  const numbers = cards.filter((card) => !isCourt(card));
  for (const card of numbers) {
    const place = open.indexOf(card[0]!);
    if (place >= 0) open.splice(place, 1);
  }
  if (open.length !== courts.length) return cards.map((card) => ({ card, as: "" }));
  const laid = [
    ...numbers.map((card) => ({ card, rank: card[0]! })),
    ...courts.map((card, place) => ({ card, rank: open[place]! })),
  ];
  laid.sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank) || byRank(a.card, b.card));
  return laid.map(({ card, rank }) => ({ card, as: card[0] === rank ? "" : rankLabel(rank) }));
}
