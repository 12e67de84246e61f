/** The log is told to its reader, and cards in sentences are found. */
import { expect, test } from "vitest";
import { partsOf, piecesOf } from "../src/cards/inText";
import { told } from "../src/state/told";
import type { EventView } from "../src/state/wire";

const play = {
  seq: 9,
  at: 0,
  kind: "action",
  type: "play",
  seat: 1,
  by: "player",
  cards: "7r 8r J",
  reading: "1x3:9",
  reading_words: "run 7-8-9",
  bomb: false,
  words: [
    "Bob plays run 7-8-9 (7r 8r J)",
    "Bob wins the trick with a bomb, so Ann captures it (3 cards, 1 point)",
  ],
  sentences: [
    {
      key: "action.play",
      values: { name: "Bob", cards: "7r 8r J", reading: { key: "reading.run", values: {} } },
    },
    { key: "event.bombed-trick", values: { name: "Bob", captor: "Ann", cards: 3, points: 1 } },
  ],
  then: [{ kind: "trick", winner: 1, captor: 0, cards: 3, points: 1, words: "" }],
} as EventView;

test("who reads is you, the others go by name", () => {
  expect(told(play, { seat: 1, name: "Bob" }).map((line) => line.text)).toEqual([
    "You play run 7-8-9",
    "You win the trick with a bomb, so Ann captures it (3 cards, 1 point)",
  ]);
  expect(told(play, { seat: 0, name: "Ann" }).map((line) => line.text)).toEqual([
    "Bob plays run 7-8-9",
    "Bob wins the trick with a bomb, so you capture it (3 cards, 1 point)",
  ]);
  expect(told(play, { seat: null, name: "" })[0]).toEqual({
    text: "Bob plays run 7-8-9",
    cards: ["7r", "8r", "J"],
  });
});

test("cards are found in sentences, ranks are left alone", () => {
  expect(partsOf("5r 9r is not a combination")).toEqual([["5r", "9r"], " is not a combination"]);
  expect(partsOf("Run 7-8-9 (7r 8r J)")).toEqual(["Run 7-8-9 ", ["7r", "8r", "J"]]);
  expect(partsOf("must beat the single J")).toEqual(["must beat the single J"]);
  expect(partsOf("Play J-Q (J Q)")).toEqual(["Play J-Q ", ["J", "Q"]]);
});

test("no line begins with the comma or full stop after a card", () => {
  expect(piecesOf("pair of 2s (2r 2g), and single 8 (8g).")).toEqual([
    { words: "pair of 2s ", cards: ["2r", "2g"], mark: "," },
    { words: " and single 8 ", cards: ["8g"], mark: "." },
  ]);
  expect(piecesOf("6y is loose.")).toEqual([
    { words: "", cards: ["6y"], mark: "" },
    { words: " is loose.", cards: [], mark: "" },
  ]);
  expect(piecesOf("no cards, no marks.")).toEqual([{ words: "no cards, no marks.", cards: [], mark: "" }]);
});
