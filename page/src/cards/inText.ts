/** Cards that a sentence of the server names by their notation, found so that they can be shown as cards. */
import { splitCards, type CardText } from "./cards";

const CARD = "(?:[2-9T][roygb]|[JQK])";
/** In brackets, or alone with at least one number card: a J by itself is a rank. */
const CARDS = new RegExp(`\\((${CARD}(?: ${CARD})*)\\)|(?<![\\w-])(${CARD}(?: ${CARD})*)(?![\\w-])`, "g");
const NUMBER_CARD = /[2-9T][roygb]/;

export type Part = string | CardText[];

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(CARDS)) {
    const cards = found[1] ?? found[2]!;
    if (!found[1] && !NUMBER_CARD.test(cards)) continue;
    parts.push(text.slice(from, found.index), splitCards(cards));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part.length);
}

export interface Piece {
  words: string;
  cards: CardText[];
  /** The comma or full stop after the cards: no line begins with it. */
  mark: string;
}

/** The same, each time words and the cards that follow them. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [{ words: "", cards: [], mark: "" }];
  for (const part of partsOf(text)) {
    const last = pieces.at(-1)!;
    if (typeof part !== "string") {
      last.cards = part;
      continue;
    }
    last.mark = last.cards.length ? (/^[.,;:]/.exec(part)?.[0] ?? "") : "";
    pieces.push({ words: part.slice(last.mark.length), cards: [], mark: "" });
  }
  return pieces.filter(({ words, cards }) => words || cards.length);
}
