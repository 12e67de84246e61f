import { expect, test } from "vitest";
import { asLaid } from "../src/cards/standing";
import { lastTrick } from "../src/state/lastTrick";
import type { EventView } from "../src/state/wire";

const shown = (cards: string, reading: string) =>
  asLaid(cards.split(" "), reading).map(({ card, as }) => (as ? `${card}=${as}` : card));

test("wild cards say what they stand for, and lie where they belong", () => {
  expect(shown("Tr Tb J Q", "2x2:T")).toEqual(["J=9", "Q=9", "Tr", "Tb"]);
  expect(shown("4g J", "2x1:4")).toEqual(["4g", "J=4"]);
  expect(shown("3r 4r J", "1x3:5")).toEqual(["3r", "4r", "J=5"]);
  expect(shown("9r K Q", "1x3:T")).toEqual(["Q=8", "9r", "K=10"]);
});

test("cards that are themselves say nothing", () => {
  expect(shown("K", "1x1:K")).toEqual(["K"]);
  expect(shown("9r Tr J", "1x3:J")).toEqual(["9r", "Tr", "J"]);
  expect(shown("J Q", "bomb:JQ")).toEqual(["J", "Q"]);
});

const action = (seat: number, cards: string, taken = false): EventView =>
  ({
    kind: "action",
    type: cards ? "play" : "pass",
    seat,
    cards,
    reading: "1x1:5",
    reading_words: "single 5",
    then: taken ? [{ kind: "trick" }] : [],
  }) as unknown as EventView;

test("the last trick is what was played since the one before it", () => {
  const dealt = { kind: "dealt" } as EventView;
  const log = [
    dealt,
    action(0, "4r"),
    action(1, "", true),
    action(0, "5r"),
    action(1, "6r"),
    action(0, "", true),
  ];
  expect(lastTrick(log).map((play) => play.cards)).toEqual(["5r", "6r"]);
  expect(lastTrick([...log, action(1, "2g")]).map((play) => play.cards)).toEqual(["5r", "6r"]);
  expect(lastTrick([...log, dealt])).toEqual([]);
});
