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
  theme: "dark" | "light";
  sound: boolean;
  sort: Sort;
  autoPass: boolean;
  unseen: boolean;
  log: boolean;
  wish: Wish;
}

const KEY = "haggis.settings";
const DEFAULTS: Settings = {
  theme: "dark",
  sound: true,
  sort: "rank",
  autoPass: false,
  unseen: false,
  log: true,
  wish: { players: 2, levels: [], preset: "standard", target: null },
};

function remembered(): Settings {
  const stored = (kept(KEY) ?? {}) as Partial<Settings>;
  return { ...DEFAULTS, ...stored, wish: { ...DEFAULTS.wish, ...stored.wish } };
}

export const settings: Settings = $state(remembered());

/** Writes down every change, and shows the theme. Call once, inside an effect root. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      document.documentElement.dataset.theme = settings.theme;
      keep(KEY, settings);
    });
  });
}
