/** Who the bots are: their looks by level and name, as the server lists them. */
import { api } from "../state/api";
import type { Level, LookView } from "../state/wire";

const known = $state<{ levels: Level[] }>({ levels: [] });

/** Asks once; without an answer the seats just have no faces. */
export function meetPeople(): void {
  api.options().then(
    (options) => (known.levels = options.levels),
    () => undefined,
  );
}

/** The look of a bot; one from before levels had people looks like the first of its level. */
export function lookOf(level: string | null, name: string): LookView | undefined {
  const people = known.levels.find((found) => found.name === level)?.people;
  return (people?.find((person) => person.name === name) ?? people?.[0])?.look;
}

export const levelTitle = (level: string | null): string =>
  known.levels.find((found) => found.name === level)?.words ?? "";
