import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Card from "../src/cards/Card.svelte";
import { w } from "../src/words";

test("ten is printed in full, and point cards carry their worth", () => {
  expect(render(Card, { card: "Tr" }).container.textContent).toBe("10");
  expect(render(Card, { card: "9b" }).container.textContent?.replace(/\s/g, "")).toBe("91");
  expect(render(Card, { card: "K" }).container.textContent?.replace(/\s/g, "")).toBe("K5");
});

test("cards have names for those who listen", () => {
  expect(["Tr", "2b", "Q"].map(w.cardName)).toEqual(["red 10", "blue 2", "Queen"]);
});
