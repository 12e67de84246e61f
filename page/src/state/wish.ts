/** From what somebody wants to play to what the server is asked for. */
import { w } from "../words";
import type { Wish } from "./settings.svelte";
import type { TableBody, Options, PresetView } from "./wire";

export const presetOf = (options: Options, name: string): PresetView =>
  options.presets.find((preset) => preset.name === name) ?? options.presets[0]!;

export const presetChoices = (options: Options): { value: string; words: string }[] =>
  options.presets.map(({ name }) => ({ value: name, words: w.presetName(name) }));

export const TARGET_CHOICES = [100, 250, 350].map((value) => ({ value, words: w.points(value) }));

/** As many players as wanted, if the preset allows it. */
export const playersOf = (allowed: number[], wanted: number): number =>
  allowed.includes(wanted) ? wanted : (allowed[0] ?? 2);

/** The remembered wish, with levels and numbers that the server knows. */
export function fitting(wish: Wish, options: Options): Wish {
  const preset = presetOf(options, wish.preset);
  const players = playersOf(preset.players, wish.players) as 2 | 3;
  const known = options.levels.map((level) => level.name);
  const levels = Array.from({ length: players - 1 }, (_, place) => {
    const wanted = wish.levels[place];
    return wanted && known.includes(wanted) ? wanted : options.default_level;
  });
  return { players, levels, preset: preset.name, target: wish.target };
}

export const targetOf = (wish: Wish, options: Options): number =>
  wish.target ?? presetOf(options, wish.preset).rules.target ?? 250;

export function tableFor(wish: Wish, options: Options): TableBody {
  return {
    preset: wish.preset,
    target: targetOf(wish, options),
    seats: [{ kind: "me" }, ...wish.levels.map((level) => ({ kind: "bot" as const, level }))],
  };
}

export const levelWords = (options: Options, name: string): string =>
  options.levels.find((level) => level.name === name)?.words ?? name;

/** The same table for everybody's first round: one round, hints on. */
export function firstRound(options: Options): TableBody {
  return {
    rounds: 1,
    seats: [{ kind: "me" }, { kind: "bot", level: options.default_level }],
    takeback: true,
    hints: true,
    unseen: true,
  };
}
