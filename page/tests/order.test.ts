import { expect, test } from "vitest";
import { arranged, courtsOf, moved } from "../src/table/order";

const HAND = ["Tb", "3r", "K", "3o", "J", "Tr"];

test("by rank, by suit, and court cards apart", () => {
  expect(arranged(HAND, "rank", [])).toEqual(["3r", "3o", "Tr", "Tb"]);
  expect(arranged(HAND, "suit", [])).toEqual(["3r", "Tr", "3o", "Tb"]);
  expect(courtsOf(HAND)).toEqual(["J", "K"]);
});

test("by hand: the player's own order, newcomers last", () => {
  expect(arranged(HAND, "hand", ["Tr", "3o"])).toEqual(["Tr", "3o", "3r", "Tb"]);
});

test("a card moves to its place and no further than the ends", () => {
  expect(moved(["a", "b", "c"], "a", 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], "c", -4)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], "a", 9)).toEqual(["b", "c", "a"]);
});
