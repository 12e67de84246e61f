import { expect, test } from "vitest";
import { asText, describeLegal, legalIndex, usefulCards } from "../src/state/choice";
import type { Legal } from "../src/state/wire";

const LEGAL: Legal = {
  plays: { "1x3:5": ["3r J Q"], "1x3:4": ["3r J Q"], "3x1:3": ["3r J Q"], "1x1:3": ["3r", "3o"] },
  words: { "1x3:5": "run 3-4-5", "1x3:4": "run 2-3-4", "3x1:3": "three 3s", "1x1:3": "single 3" },
};

test("cards are written as the server writes them: by rank, by suit, court cards last", () => {
  expect(asText(["K", "Tb", "3b", "J", "3r", "Q"])).toBe("3r 3b Tb J Q K");
});

test("a selection has its readings in the server's order, the highest first", () => {
  const readings = legalIndex(LEGAL).get("3r J Q");
  expect(readings?.map((found) => found.reading)).toEqual(["1x3:5", "1x3:4", "3x1:3"]);
});

test("what is legal is described at once", () => {
  const described = describeLegal(legalIndex(LEGAL).get("3r")!);
  expect(described.playable).toBe(true);
  expect(described.readings[0]?.words).toBe("single 3");
});

test("only cards that can join the selection are useful", () => {
  const index = legalIndex(LEGAL);
  expect([...usefulCards(index, [])].sort()).toEqual(["3o", "3r", "J", "Q"]);
  expect([...usefulCards(index, ["J"])].sort()).toEqual(["3r", "J", "Q"]);
  expect(usefulCards(index, ["3o", "J"]).size).toBe(0);
});
