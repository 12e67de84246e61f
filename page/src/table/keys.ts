/** One key for everything at the table. Buttons and fields keep their own keys. */
import { settings } from "../state/settings.svelte";
import type { Table } from "../state/table.svelte";
import { focusHand } from "./focus";
import { SORTS } from "./order";
import { RANK_KEYS, withRank } from "./typed";

export function tableKey(event: KeyboardEvent, table: Table): void {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const key = event.key.toLowerCase();
  const act = table.state?.ask === "give" ? (gives[key] ?? keys[key]) : (keys[key] ?? ranks[key]);
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
  c: () => toHand(),
  arrowleft: (_, event) => !onRadioOrCard(event.target) && toHand(),
  arrowright: (_, event) => !onRadioOrCard(event.target) && toHand(),
};

const gives: Record<string, Key> = {
  "1": (table) => give(table, 0),
  "2": (table) => give(table, 1),
  "3": (table) => give(table, 2),
};

const ranks: Record<string, Key> = Object.fromEntries(
  Object.entries(RANK_KEYS).map(([key, rank]) => [key, (table) => choose(table, rank)]),
);

/** One key a card. */
function choose(table: Table, rank: string): boolean {
  if (!table.hand.some((card) => card.startsWith(rank))) return false;
  table.select(withRank(rank, table.selected, table.hand, table.index.keys()));
  return true;
}

const onRadioOrCard = (target: EventTarget | null): boolean =>
  target instanceof Element && !!target.closest(".hand, [role=radio]");

function toHand(): true {
  focusHand();
  return true;
}

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
