/** The order that a player gave her cards by hand, at the table where she did it last. */
import type { CardText } from "../cards/cards";
import { keep, kept } from "./storage.svelte";

const KEY = "haggis.order";

export function ownOrder(table: string): CardText[] {
  const found = kept(KEY) as { table?: unknown; cards?: unknown } | null;
  if (found?.table !== table || !Array.isArray(found.cards)) return [];
  return found.cards.filter((card) => typeof card === "string");
}

export const keepOwnOrder = (table: string, cards: readonly CardText[]): void => keep(KEY, { table, cards });
