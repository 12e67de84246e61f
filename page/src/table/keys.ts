/** One key for everything at the table. Buttons and fields keep their own keys. */
import { settings } from "../state/settings.svelte";
import type { Table } from "../state/table.svelte";
import { SORTS } from "./order";

export function tableKey(event: KeyboardEvent, table: Table): void {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const act = keys[event.key.toLowerCase()];
  if (!act || (event.key === "Enter" && onOtherButton(event.target))) return;
  if (act(table, event)) event.preventDefault();
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

/** Enter plays when the focus is on a card or nowhere; on any other button it presses that. */
const onOtherButton = (target: EventTarget | null): boolean =>
  target instanceof Element && !!target.closest("button, a, summary") && !target.closest("[data-card]");

type Key = (table: Table, event: KeyboardEvent) => boolean;

const keys: Record<string, Key> = {
  enter: (table) => {
    void table.play();
    return true;
  },
  p: (table) => done(table.pass()),
  h: (table) => done(table.askHint()),
  u: (table) => done(table.takeback()),
  n: (table) => !!table.state?.sheet && done(table.next()),
  b: (table, event) => bet(table, event.shiftKey ? -1 : 0),
  r: (table) => nextReading(table),
  s: () => {
    settings.sort = SORTS[(SORTS.indexOf(settings.sort) + 1) % SORTS.length]!;
    return true;
  },
  escape: (table) => {
    table.hint = null;
    table.select([]);
    return false; // an open dialog wants it too
  },
  "1": (table) => give(table, 0),
  "2": (table) => give(table, 1),
  "3": (table) => give(table, 2),
};

function done(action: Promise<void>): true {
  void action;
  return true;
}

function bet(table: Table, which: number): boolean {
  const amount = table.state?.may_bet.filter(Boolean).at(which);
  return amount !== undefined && done(table.bet(amount));
}

function give(table: Table, place: number): boolean {
  const to = table.state?.may_give[place];
  return to !== undefined && done(table.give(to));
}

function nextReading(table: Table): boolean {
  const readings = table.described?.readings.filter((reading) => reading.beats) ?? [];
  const at = readings.findIndex((reading) => reading.reading === table.reading);
  const next = readings[(at + 1) % readings.length];
  if (next) table.reading = next.reading;
  return !!next;
}
