/** Who sits where, while a game goes on. A refusal is shown at the table. */
import { api } from "../state/api";
import type { Table } from "../state/table.svelte";

const refusedAt = (table: Table) => (refused: Error) => (table.refusal = refused.message);

export function comeBack(table: Table): Promise<unknown> {
  table.satHere = true;
  return api.comeBack(table.id).catch(refusedAt(table));
}

/** A bot takes the seat of somebody who is away. */
export async function replace(table: Table, seat: number): Promise<void> {
  const options = await api.options();
  await api.seatBot(table.id, seat, options.default_level).catch(refusedAt(table));
}
