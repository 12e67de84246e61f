/** The events of the log as lines for one reader: she is "you", and cards are cards. */
import { splitCards, type CardText } from "../cards/cards";
import { w } from "../words";
import type { EventView, SentenceView } from "./wire";

export interface Line {
  text: string;
  cards: CardText[];
}

/** Who reads: her seat, if she has one, and her name. */
export interface Reader {
  seat: number | null;
  name: string;
}

export const told = (event: EventView, reader: Reader): Line[] =>
  event.sentences.map((sentence, place) => ({
    text: words(event, sentence, place, reader),
    cards: event.kind === "action" && event.type === "play" && place === 0 ? splitCards(event.cards) : [],
  }));

/** A line for a screen reader: the cards in words. */
export const spokenLine = ({ text, cards }: Line): string =>
  cards.length > 1 ? `${text}: ${cards.map(w.cardName).join(", ")}` : text;

function words(event: EventView, sentence: SentenceView, place: number, reader: Reader): string {
  const template = w.told[sentence.key];
  if (!template) return event.words[place] ?? "";
  const seats = seatsOf(event, place);
  const named = (name: string) => String(sentence.values[name] ?? "");
  return template({
    who: (name) => ({ name: named(name), you: isReader(event, seats[name], named(name), reader) }),
    number: (name) => Number(sentence.values[name]),
    text: (name) => (name === "reading" && "reading_words" in event ? event.reading_words : named(name)),
    everybody: scores(sentence, reader),
  });
}

/** Before the game somebody else may have sat where the reader sits now. */
function isReader(event: EventView, seat: number | undefined, name: string, reader: Reader): boolean {
  if (seat === undefined || seat !== reader.seat) return false;
  return (event.kind !== "sat" && event.kind !== "left") || name === reader.name;
}

/** The seats behind the names in a sentence of this event. */
function seatsOf(event: EventView, place: number): Record<string, number> {
  switch (event.kind) {
    case "dealt":
      return { dealer: event.dealer, lead: event.lead };
    case "handed":
      return { other: event.seat };
    case "replaced":
      return { other: event.seat, host: event.by };
    case "action": {
      const then = event.then[place - (event.by === "clock" ? 2 : 1)];
      if (place === 0 || !then || then.kind === "scored")
        return { name: event.seat, ...(event.type === "give" ? { to: event.to } : {}) };
      return then.kind === "trick" ? { name: then.winner, captor: then.captor } : { name: then.seat };
    }
    default:
      return "seat" in event ? { name: event.seat } : {};
  }
}

/** What everybody got, seat by seat. */
function scores(sentence: SentenceView, reader: Reader): string {
  const list = sentence.values.scores;
  if (!Array.isArray(list)) return "";
  return list
    .map((each, seat) => {
      const of = (each as SentenceView).values;
      return `${seat === reader.seat ? w.table.youInside : of.name} ${of.points}`;
    })
    .join(", ");
}
