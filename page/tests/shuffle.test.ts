/** Deals made of shares: the same cards as in Python, and a verdict on every way to cheat. */
import { beforeEach, expect, test } from "vitest";
import { Fairness, type Fault } from "../src/state/fairness";
import { promising, shareBy, shareToSend } from "../src/state/shares";
import { commitmentOf, hashText, newShare, shareCommitment, shuffled } from "../src/state/shuffle";
import type { EventView, Sheet, ShuffleView, StateView } from "../src/state/wire";
import vectors from "../../tests/vectors/shuffles.json";

test.each(vectors)("the cards of the vectors: $name", (vector) => {
  const { secret, round, shares, dealer, hands, haggis, commitment, commitments } = vector;
  expect(shuffled(secret, round, shares)).toEqual({ dealer, hands, haggis });
  expect(commitmentOf(secret, round)).toBe(commitment);
  expect(shares.map((share) => share && shareCommitment(share))).toEqual(commitments);
});

test("a share is 32 random bytes", () => {
  expect(newShare()).toMatch(/^[0-9a-f]{64}$/);
  expect(newShare()).not.toBe(newShare());
});

// --- one browser at a table ---

const TABLE = "Hx3kQz8vWm2aB1cD";
const SECRET = "5e".repeat(32);
const BOBS = "b0".repeat(32);

interface Scene {
  fairness: Fairness;
  state: StateView;
  sheet: Sheet;
  log: EventView[];
}

let commitment = "";

/** I sit on seat 0 and have promised a share; the server has settled its part. */
async function sitDown(): Promise<{ fairness: Fairness; shuffle: ShuffleView; state: StateView }> {
  await promising(
    async (mine) => (commitment = mine),
    () => TABLE,
  );
  const shuffle: ShuffleView = {
    commitment: commitmentOf(SECRET, 1),
    commitments: [commitment, shareCommitment(BOBS)],
    shares: [null, null],
    gathering: true,
  };
  const state = { round: 0, seat: 0, hand: null, shuffle } as StateView;
  return { fairness: new Fairness(TABLE), shuffle, state };
}

function promised(sheet: Omit<Sheet, "commitment">): Sheet {
  const { salt, dealer, lead, dealt, haggis } = sheet;
  const text = ["haggis-fair/1", salt, `${dealer} ${lead}`, ...dealt, haggis];
  return { ...sheet, commitment: hashText(...text) };
}

/** The first round, dealt by an honest server and looked at from the deal to its end. */
async function honest(): Promise<Scene> {
  const { fairness, shuffle, state } = await sitDown();
  const share = fairness.look(state)!;
  const shares = [share, BOBS];
  const { dealer, hands, haggis } = shuffled(SECRET, 1, shares);
  const sheet = promised({
    ...{ round: 1, dealer, lead: 1 - dealer, out: [], scores: [], lines: [], totals: [], hands: [] },
    ...{ dealt: hands, haggis, salt: "salt", secret: SECRET },
  });
  fairness.look({ round: 1, seat: 0, hand: `${hands[0]} J Q K`, shuffle: null } as StateView);
  const log = [
    { kind: "dealt", round: 1, commitment: sheet.commitment },
    { kind: "action", type: "play", seat: 1, cards: `${hands[1]!.slice(0, 5)} J` },
  ] as EventView[];
  const after = {
    round: 1,
    seat: 0,
    hand: "",
    shuffle: { ...shuffle, shares, gathering: false },
  } as StateView;
  return { fairness, state: after, sheet, log };
}

const judge = ({ fairness, sheet, state, log }: Scene) => fairness.judge(sheet, state, log);

beforeEach(() => localStorage.clear());

test("an honest deal checks", async () => {
  expect(judge(await honest())).toEqual({ kind: "chosen-by-nobody" });
});

const swapped = ([mine, other]: string[]): string[] => [
  other!.slice(0, 2) + mine!.slice(2),
  mine!.slice(0, 2) + other!.slice(2),
];

const CHEATS: [string, Fault, (scene: Scene) => Scene][] = [
  [
    "cards that the shares don't give, promised in time",
    "cards",
    ({ fairness, state, sheet }) => {
      const { dealer, hands, haggis } = shuffled(SECRET, 1, ["00".repeat(32), BOBS]);
      const cheated = promised({ ...sheet, dealer, lead: 1 - dealer, dealt: hands, haggis });
      fairness.look({ ...state, round: 0, hand: "" });
      fairness.look({ ...state, hand: hands[0]! });
      return { fairness, state, sheet: cheated, log: [] };
    },
  ],
  [
    "a dealer that the shares don't give",
    "cards",
    (scene) => ({
      ...scene,
      sheet: promised({ ...scene.sheet, dealer: scene.sheet.lead, lead: scene.sheet.dealer }),
      log: [],
    }),
  ],
  [
    "another deal than the promised one",
    "changed",
    (scene) => ({ ...scene, sheet: { ...scene.sheet, dealt: swapped(scene.sheet.dealt) } }),
  ],
  [
    "another promise than the one shown",
    "changed",
    (scene) => ({ ...scene, sheet: promised({ ...scene.sheet, salt: "another" }) }),
  ],
  [
    "other cards in my hand than on the sheet",
    "played",
    (scene) => {
      scene.fairness.look({ ...scene.state, hand: scene.sheet.haggis });
      return scene;
    },
  ],
  [
    "other cards played than on the sheet",
    "played",
    (scene) => {
      const play = { kind: "action", type: "play", seat: 1, cards: scene.sheet.haggis } as EventView;
      return { ...scene, log: [...scene.log, play] };
    },
  ],
  [
    "a secret settled after the shares were known",
    "settled",
    (scene) => {
      const shuffle = { ...scene.state.shuffle!, commitment: commitmentOf("00".repeat(32), 1) };
      return { ...scene, state: { ...scene.state, shuffle } };
    },
  ],
  [
    "another secret than the settled one",
    "secret",
    (scene) => ({ ...scene, sheet: { ...scene.sheet, secret: "00".repeat(32) } }),
  ],
  [
    "another share of Bob's than the promised one",
    "share",
    (scene) => {
      const shuffle = { ...scene.state.shuffle!, shares: [scene.state.shuffle!.shares[0]!, "00".repeat(32)] };
      return { ...scene, state: { ...scene.state, shuffle } };
    },
  ],
  [
    "no shares at all though mine was sent",
    "dropped",
    (scene) => ({ ...scene, state: { ...scene.state, shuffle: null } }),
  ],
];

test.each(CHEATS)("%s", async (_, fault, cheat) => {
  expect(judge(cheat(await honest()))).toEqual({ kind: "broken", fault });
});

test("a share that was left out is said", async () => {
  const scene = await honest();
  const shares = [null, BOBS];
  const { dealer, hands, haggis } = shuffled(SECRET, 1, shares);
  const sheet = promised({ ...scene.sheet, dealer, lead: 1 - dealer, dealt: hands, haggis });
  const state = { ...scene.state, shuffle: { ...scene.state.shuffle!, shares } };
  const late = new Fairness(TABLE);
  expect(late.judge(sheet, state, [])).toEqual({ kind: "without-mine" });
});

test("who gave no share sees whether the numbers fit", async () => {
  const { sheet, state } = await honest();
  const watcher = new Fairness(TABLE);
  expect(watcher.judge(sheet, { ...state, seat: null }, [])).toEqual({ kind: "fits" });
  expect(watcher.judge({ ...sheet, secret: null }, { ...state, seat: null, shuffle: null }, [])).toEqual({
    kind: "unchanged",
  });
});

test("a share is sent once the server has settled its part, and for that alone", async () => {
  const { fairness, shuffle, state } = await sitDown();
  const share = fairness.look(state);
  expect(share && shareCommitment(share)).toBe(commitment);
  expect(fairness.look(state)).toBeUndefined();
  expect(shareBy(commitment)?.seen?.commitment).toBe(shuffle.commitment);
  expect(shareToSend(TABLE, shuffle, 0), "again, after a reload").toBe(share);
  expect(
    shareToSend(TABLE, { ...shuffle, commitment: "00" }, 0),
    "a server that settles anew",
  ).toBeUndefined();
  const others = [commitment, shareCommitment("0")];
  expect(shareToSend(TABLE, { ...shuffle, commitments: others }, 0), "others who do").toBeUndefined();
  expect(shareToSend("another", shuffle, 0), "at another table").toBeUndefined();
  expect(shareToSend(TABLE, shuffle, 1), "on another's seat").toBeUndefined();
});
