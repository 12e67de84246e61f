/** What a review says in the page's own words. */
import { expect, test } from "vitest";
import { w } from "../src/words";

test("an interval is told where there is one", () => {
  expect(w.review.sure([0.8, 12.06], 17)).toBe("likely between 0.8 and 12.1, 17 decisions");
  expect(w.review.sure([0, 0], 18)).toBe("18 decisions");
  expect(w.review.sure(null, 1)).toBe("1 decision");
});

test("what made no difference as the cards lay is not called worse", () => {
  expect(w.review.truth(0)).toBe("As the cards lay, it made no difference");
  expect(w.review.truth(2.5)).toBe("As the cards lay, it turned out worse as well");
  expect(w.review.truth(-2.5)).toBe("As the cards lay, it turned out better than the advice");
});
