/** Which puzzle the page opens with, and what it says of one that was tried before. */
import { expect, test, vi } from "vitest";
import { api } from "../src/state/api";
import { PuzzleTable } from "../src/state/puzzle.svelte";
import type { Me, ProgressView, PuzzleView } from "../src/state/wire";
import { w } from "../src/words";

const shown = (name: string, counts: boolean): PuzzleView =>
  ({ name, counts, tried: true, names: [], state: { trick: [], passed: [] } }) as unknown as PuzzleView;

test.each([
  [true, "day"],
  [false, "next"],
])("the puzzle of the day comes first while it counts: %s", async (counts, name) => {
  vi.spyOn(api, "me").mockResolvedValue({} as Me);
  vi.spyOn(api, "puzzleProgress").mockResolvedValue({} as ProgressView);
  vi.spyOn(api, "puzzle").mockImplementation(async (asked) => shown(asked, counts));
  const game = new PuzzleTable();
  await game.open("");
  expect([game.puzzle?.name, game.refusal]).toEqual([name, ""]);
  game.close();
});

test("what the solution costs is said where an answer counts", () => {
  expect(w.puzzle.revealCosts(false, false, true)).toBe("costs rating and the row");
  expect(w.puzzle.revealCosts(true, false, true)).toBe("costs rating and both rows");
  expect(w.puzzle.revealCosts(true, true, true)).toBe("costs the days in a row");
  expect(w.puzzle.revealCosts(true, true, false)).toBe("");
});

test("what counts of a puzzle that was tried before is said", () => {
  expect(w.puzzle.about(1500, false, true)).toBe("Difficulty 1500");
  expect(w.puzzle.about(1500, true, true)).toBe(
    "Difficulty 1500, tried before: it counts for the days in a row",
  );
  expect(w.puzzle.about(1500, true, false)).toBe("Difficulty 1500, tried before: it does not count again");
});
