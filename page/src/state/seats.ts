/** The tables at which this browser holds or held a seat, so that it can offer to take it back. */
import { keep, kept } from "./storage.svelte";

const KEY = "haggis.seats";
const MOST = 50;

function known(): string[] {
  const found = kept(KEY);
  return Array.isArray(found) ? found.filter((table) => typeof table === "string") : [];
}

export const satAt = (table: string): boolean => known().includes(table);

export const forgetSeat = (table: string): void =>
  keep(
    KEY,
    known().filter((other) => other !== table),
  );

export function rememberSeat(table: string): void {
  if (!satAt(table)) keep(KEY, [table, ...known()].slice(0, MOST));
}
