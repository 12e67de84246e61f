/** What this browser remembers: settings, and the last game that was asked for. */

import { keep, kept } from "./storage.svelte";

export type Sort = "rank" | "suit" | "hand";

export interface Wish {
  players: 2 | 3;
  levels: string[];
  preset: string;
  target: number | null;
}

export interface Settings {
  /** None: as the system has it. */
  chosenTheme: "dark" | "light" | null;
  sound: boolean;
  sort: Sort;
  autoPass: boolean;
  unseen: boolean;
  log: boolean;
  /** A notification when it is my turn and the page is hidden. */
  notify: boolean;
  wish: Wish;
}

const KEY = "haggis.settings";
const DEFAULTS: Settings = {
  chosenTheme: null,
  sound: true,
  sort: "rank",
  autoPass: false,
  unseen: false,
  log: true,
  notify: false,
  wish: { players: 2, levels: [], preset: "standard", target: null },
};

function remembered(): Settings {
  const stored = (kept(KEY) ?? {}) as Partial<Settings>;
  return { ...DEFAULTS, ...stored, wish: { ...DEFAULTS.wish, ...stored.wish } };
}

export const settings: Settings = $state(remembered());

/** Writes down every change. Call once. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      keep(KEY, settings);
    });
  });
}
