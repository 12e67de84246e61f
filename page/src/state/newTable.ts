/** From what somebody wants to play to what the server is asked for. */
import { w } from "../words";
import type { RulesWish, Wish } from "./settings.svelte";
import type { Options, PresetView, TableBody } from "./wire";

export const MOST_PACE = 3;
export const PACE_STEP = 0.1;

interface End {
  value: string;
  target: number | null;
  rounds: number | null;
}
/** The ends that are offered. */
export const ENDS: readonly End[] = [
  ...[100, 250, 350].map((target) => ({ value: `p${target}`, target, rounds: null })),
  ...[1, 3, 5, 10].map((rounds) => ({ value: `r${rounds}`, target: null, rounds })),
];

export const presetOf = (options: Options, name: string): PresetView =>
  options.presets.find((preset) => preset.name === name) ?? options.presets[0]!;

export const presetChoices = (options: Options): { value: string; words: string; about: string }[] =>
  options.presets.map(({ name }) => ({
    value: name,
    words: w.presetName(name),
    about: w.presetWords(name),
  }));

/** As many players as wanted, if the preset allows it. */
export const playersOf = (allowed: number[], wanted: number): number =>
  allowed.includes(wanted) ? wanted : (allowed[0] ?? 2);

/** The remembered wish, with levels, options and numbers that the server knows. */
export function fitting(wish: Wish, options: Options): Wish {
  const preset = presetOf(options, wish.preset);
  const players = playersOf(preset.players, wish.players) as 2 | 3;
  const known = options.levels.map((level) => level.name);
  const levels = Array.from({ length: players - 1 }, (_, place) => {
    const wanted = wish.levels[place];
    return wanted && known.includes(wanted) ? wanted : options.default_level;
  });
  return {
    ...wish,
    players,
    levels,
    preset: preset.name,
    options: fittingOptions(wish.options, options, players),
    pace: Math.min(MOST_PACE, Math.max(0, wish.pace ?? options.pace.default)),
  };
}

/** Without what the server doesn't know, and without what two players can't choose. */
export function fittingOptions(wanted: Record<string, string>, options: Options, players: number) {
  const fits = ([option, value]: [string, string]) =>
    (players > 2 || option !== "bombed_trick") &&
    options.choices.some(
      (choice) => choice.option === option && choice.values.some((known) => known.value === value),
    );
  return Object.fromEntries(Object.entries(wanted).filter(fits));
}

/** The value of the end that is wished for, or the preset's. */
export function endOf(wish: RulesWish, options: Options): string {
  if (wish.rounds) return `r${wish.rounds}`;
  return `p${targetOf(wish, options)}`;
}

const targetOf = (wish: RulesWish, options: Options): number =>
  wish.target ?? presetOf(options, wish.preset).rules.target ?? 250;

/** The part of the request that says by which rules. */
export function rulesFor(wish: RulesWish, options: Options): Omit<TableBody, "seats"> {
  return {
    preset: wish.preset,
    options: { ...wish.options, ...(wish.noBets ? { bets: [] } : {}) },
    ...(wish.rounds ? { rounds: wish.rounds } : { target: targetOf(wish, options) }),
  };
}

export function tableFor(wish: Wish, options: Options): TableBody {
  return {
    ...rulesFor(wish, options),
    pace: wish.pace ?? options.pace.default,
    seats: [{ kind: "me" }, ...wish.levels.map((level) => ({ kind: "bot" as const, level }))],
  };
}

/** Who will sit there, by name: a second bot of a level is its second person. */
export const peopleOf = (levels: string[], options: Options): string[] =>
  levels.map((name, place) => {
    const people = options.levels.find((level) => level.name === name)?.people ?? [];
    const before = levels.slice(0, place).filter((other) => other === name).length;
    return people[before]?.name ?? name;
  });

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
