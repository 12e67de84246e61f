import { expect, test } from "vitest";
import { withRank } from "../src/table/typed";

const hand = ["5r", "5g", "6g", "7g", "9b", "9r", "J"];
const legal = ["5r", "5g", "6g", "7g", "9b", "9r", "J", "5r 5g", "9b 9r", "5g 6g 7g", "5g 6g J", "6g 7g J"];
const typed = (...ranks: string[]) =>
  ranks.reduce<string[]>((chosen, rank) => withRank(rank, chosen, hand, legal), []).sort();

test("typed ranks take up the suits that make a play", () => {
  expect(typed("9")).toEqual(["9b"]);
  expect(typed("9", "9")).toEqual(["9b", "9r"]);
  expect(typed("5", "6", "7")).toEqual(["5g", "6g", "7g"]);
  expect(typed("6", "J")).toEqual(["6g", "J"]);
});

test("what makes no play is chosen all the same, so that the page can say why not", () => {
  expect(typed("9", "6")).toEqual(["6g", "9b"]);
});

test("once more than there are puts the rank back", () => {
  expect(typed("9", "9", "9")).toEqual([]);
  expect(typed("6", "J", "J")).toEqual(["6g"]);
});
