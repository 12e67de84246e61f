/** The plays of the trick that was taken last, found in the log. */
import type { EventView, PlayView } from "./wire";

const endsTrick = (event: EventView): boolean =>
  event.kind === "dealt" || (event.kind === "action" && event.then.some((after) => after.kind === "trick"));

export function lastTrick(log: readonly EventView[]): PlayView[] {
  const end = log.findLastIndex(endsTrick);
  if (log[end]?.kind !== "action") return [];
  const begin = log.slice(0, end).findLastIndex(endsTrick);
  return log
    .slice(begin + 1, end + 1)
    .flatMap((event): PlayView[] =>
      event.kind === "action" && event.type === "play"
        ? [{ seat: event.seat, cards: event.cards, reading: event.reading, words: event.reading_words }]
        : [],
    );
}
