/** What a review says in the page's own words. */
import { expect, test } from "vitest";
import { w } from "../src/words";

test("an interval is told where there is one", () => {
  expect(w.review.sure([0.8, 12.06], 17)).toBe("likely between 0.8 and 12.1, 17 decisions");
  expect(w.review.sure([0, 0], 18)).toBe("18 decisions");
  expect(w.review.sure(null, 1)).toBe("1 decision");
});

test("that a bet was wrong can't be read as that it was right", () => {
  expect(w.review.betBetter(0, 0.41)).toBe("not betting was better; the chance was 41 %");
  expect(w.review.betBetter(15, 0.8)).toBe("a bet of 15 was better; the chance was 80 %");
});

test("what made no difference as the cards lay is not called worse", () => {
  expect(w.review.truth(0)).toBe("As the cards lay, it made no difference");
  expect(w.review.truth(2.5)).toBe("As the cards lay, it turned out worse as well");
  expect(w.review.truth(-2.5)).toBe("As the cards lay, it turned out better than the advice");
});

test("no level is named where there are too few decisions", () => {
  expect(["casual", "casual+", ""].map(w.review.like)).toEqual([
    "Played like Casual",
    "A little better than Casual",
    "Too few decisions to name a level",
  ]);
});
