/** What the page says of a table in a list. */
import { w } from "../words";
import type { Summary } from "./wire";

/** Who sits there, or is awaited, one after the other. */
export const peopleAt = (table: Summary): string =>
  table.seats.map((seat) => seat.name || seat.awaited || w.waiting.emptyInside).join(", ");
