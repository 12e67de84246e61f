/** The tables at which this browser holds or held a seat, so that it can offer to take it back. */

const KEY = "haggis.seats";
const MOST = 50;

function known(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((table) => typeof table === "string") : [];
  } catch {
    return [];
  }
}

export const satAt = (table: string): boolean => known().includes(table);

export function rememberSeat(table: string): void {
  if (satAt(table)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([table, ...known()].slice(0, MOST)));
  } catch {
    // Without storage the offer is not made; the personal link still works.
  }
}
