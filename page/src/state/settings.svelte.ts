/** What this browser remembers: settings, and the last game that was asked for. */

import { keep, kept } from "./storage.svelte";

export type Sort = "rank" | "suit" | "hand";

/** By which rules somebody wants to play; what is null is the preset's. */
export interface RulesWish {
  preset: string;
  target: number | null;
  rounds: number | null;
  /** Single options that differ from the preset. */
  options: Record<string, string>;
  noBets: boolean;
}

export interface Wish extends RulesWish {
  players: 2 | 3;
  levels: string[];
  /** About how many seconds a bot takes. */
  pace: number | null;
}

/** The coach of the first rounds: how many there were, and how often each tip was given. */
interface Coach {
  on: boolean;
  rounds: number;
  said: Record<string, number>;
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
  reactions: boolean;
  coach: Coach;
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
  reactions: true,
  coach: { on: true, rounds: 0, said: {} },
  wish: {
    players: 2,
    levels: [],
    preset: "standard",
    target: null,
    rounds: null,
    options: {},
    noBets: false,
    pace: null,
  },
};

function remembered(): Settings {
  const stored = (kept(KEY) ?? {}) as Partial<Settings>;
  return {
    ...DEFAULTS,
    ...stored,
    coach: { ...DEFAULTS.coach, ...stored.coach },
    wish: { ...DEFAULTS.wish, ...stored.wish },
  };
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
