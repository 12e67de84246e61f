/** The coach speaks when it matters. */
import { expect, test } from "vitest";
import { tipFor, type TipName } from "../src/coach/tips";
import type { StateView } from "../src/state/wire";

const quiet = {
  ask: "turn",
  seat: 0,
  trick: [],
  on: null,
  may_bet: [],
  counts: [12, 12],
  legal: { plays: { "1x1:4": ["4r"] }, words: {} },
} as unknown as StateView;
const state = (part: object) => ({ ...quiet, ...part }) as StateView;
const legal = (plays: Record<string, string[]>) => ({ plays, words: {} });
const onTable = { trick: [{ seat: 1 }], on: { reading: "2x1:9", words: "", seat: 1 } };
const tip = (found: StateView, said: TipName[] = [], more: object = {}) =>
  tipFor({ state: found, ready: false, haggis: "first-out", ...more }, (name) => said.includes(name));

test("each moment has its tip, and what it speaks of glows", () => {
  expect(tip(state({ may_bet: [0, 15, 30] }))).toEqual({ name: "bet", at: ".bets .chip" });
  expect(tip(quiet, [], { ready: true })).toEqual({ name: "play", at: ".act .play" });
  const pairs = state({ legal: legal({ "2x2:5": ["4r 4g J Q", "4r 4g 5r 5g"] }) });
  expect(tip(pairs)?.at).toContain('[data-card="5g"]');
  expect(tip(pairs)?.name).toBe("pairs");
  expect(tip(state({ ...onTable, legal: legal({ "bomb:JQ": ["J Q"] }) }))?.name).toBe("bomb");
  expect(tip(state({ ...onTable, legal: legal({}) }))?.name).toBe("stuck");
  expect(tip(state({ ...onTable, legal: legal({ "2x1:T": ["Tr J"] }) }))?.name).toBe("wild");
  expect(tip(state({ counts: [9, 3] }))?.name).toBe("haggis");
  const bombed = { trick: [{ seat: 1 }], on: { reading: "bomb:JQ", words: "", seat: 1 }, legal: legal({}) };
  expect(tip(state(bombed))?.name).toBe("bombed");
});

test("nothing is said out of turn, too often, or where it is not so", () => {
  expect(tip(state({ ask: "wait", may_bet: [0, 15] }))).toBeNull();
  expect(tip(state({ may_bet: [0, 15] }), ["bet"])).toBeNull();
  expect(tip(state({ counts: [9, 3] }), [], { haggis: "nobody" })).toBeNull();
  expect(tip(quiet)).toBeNull();
});
