/** A record file with several games asks which one is meant. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { api, Refused } from "../src/state/api";
import { opened } from "../src/state/opened.svelte";
import { studyGame } from "../src/state/records";
import type { GameOutline, Me, RecordGames } from "../src/state/wire";
import DropRecord from "../src/study/DropRecord.svelte";
import { w } from "../src/words";

const TWO: RecordGames = {
  count: 2,
  games: [
    { number: 1, names: ["Ann", "Bob"], rounds: 1 },
    { number: 2, names: ["Ann", "Bob", "Cay"], rounds: 6 },
  ],
};
const bytes = (...all: number[]) =>
  ({ size: all.length, arrayBuffer: async () => new Uint8Array(all) }) as unknown as File;
const file = (text: string) => bytes(...new TextEncoder().encode(text));
const listed = vi.spyOn(api, "recordGames");
const brought = vi.spyOn(api, "bring");

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
  vi.spyOn(api, "me").mockResolvedValue({} as Me);
  listed.mockReset().mockResolvedValue(TWO);
  brought.mockReset().mockImplementation(async (_, number) => ({ game: `g${number}` }) as GameOutline);
});

test("of several games one is chosen, and stays the one when the server has forgotten it", async () => {
  await opened.open(file("{}\n{}\n"));
  expect(opened.choice).toBe(TWO);
  expect(brought).not.toHaveBeenCalled();
  await opened.choose(2);
  expect(opened.choice).toBeNull();
  expect(location.pathname).toBe("/replay/g2");
  vi.spyOn(api, "studyGame").mockRejectedValue(new Refused("bring it again", "study.forgotten", 404));
  await studyGame("g2");
  expect(brought.mock.calls).toEqual([
    ["{}\n{}\n", 2, false],
    ["{}\n{}\n", 2, false],
  ]);
});

test("a file with one game is opened at once", async () => {
  await opened.open(file("{}\n"));
  expect(listed).not.toHaveBeenCalled();
  listed.mockResolvedValue({ count: 1, games: [] });
  await opened.open(file("{\n}\n"));
  expect(opened.choice).toBeNull();
  expect(brought.mock.calls.map(([, number]) => number)).toEqual([1, 1]);
});

test("what is wrong with a file is said by opening it", async () => {
  listed.mockRejectedValue(new Refused("line 1: this is not JSON", "replay.at-line", 422));
  brought.mockRejectedValue(new Refused("line 1: this is not JSON", "replay.at-line", 422));
  await opened.open(file("no\nno\n"));
  expect([opened.refusal, opened.inPart]).toEqual(["line 1: this is not JSON", false]);
});

test("a part is offered where something holds before the fault", async () => {
  brought.mockRejectedValue(new Refused("line 1: round 1, action 6: no", "replay.at-line", 422, true));
  await opened.open(file("{}"));
  expect(opened.inPart).toBe(true);
});

test("a file that is no UTF-8 is refused, not read with other letters", async () => {
  await opened.open(bytes(0x7b, 0x22, 0x4a, 0xf6, 0x72, 0x67, 0x22));
  expect([opened.refusal, opened.inPart]).toEqual(["This file is not UTF-8 text.", false]);
  expect(brought).not.toHaveBeenCalled();
  await opened.open(file('{"seats": ["Jörg"]}'));
  expect(brought).toHaveBeenCalledWith('{"seats": ["Jörg"]}', 1, false);
});

test("the games are buttons in a dialog, and the first few of very many are said to be these", async () => {
  listed.mockResolvedValue({ ...TWO, count: 700 });
  await opened.open(file("{}\n{}\n"));
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true; // jsdom has no dialogs
  };
  render(DropRecord);
  expect(screen.getByRole("dialog", { name: "700 games in this file" })).toBeTruthy();
  expect(screen.getByText("The first 2 can be chosen here.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Game 2: Ann – Bob – Cay, 6 rounds" }));
  expect(brought.mock.calls).toEqual([["{}\n{}\n", 2, false]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("each game is told by who played and how long", () => {
  const words = TWO.games.map(({ number, names, rounds }) => w.record.game(number, names, rounds));
  expect(words).toEqual(["Game 1: Ann – Bob, 1 round", "Game 2: Ann – Bob – Cay, 6 rounds"]);
  expect(w.record.game(3, [], 0)).toBe("Game 3");
});
