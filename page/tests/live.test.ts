/** The line to a table: numbered, patient, and each action sent until it is answered. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live, type Line } from "../src/state/live";
import type { ServerMessage } from "../src/state/wire";

class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 1;
  sent: { id: string; type: string }[] = [];
  onmessage?: (message: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  static get last(): Socket {
    return Socket.all.at(-1)!;
  }
}

let lines: Line[];
let heard: ServerMessage[];
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  lines = [];
  heard = [];
  live = new Live("T1", { hear: (message) => heard.push(message), line: (now) => lines.push(now) });
  Socket.last.says({ type: "welcome", events: [], state: { seq: 5 } });
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("after a lost connection it asks only for what it missed", () => {
  Socket.last.says({ type: "update", events: [{ seq: 6 }], state: { seq: 6 } });
  Socket.last.close();
  expect(lines.at(-1)).toBe("away");
  vi.advanceTimersByTime(300);
  expect(Socket.all).toHaveLength(2);
  expect(Socket.last.url).toMatch(/\/api\/tables\/T1\/live\?after=6$/);
});

test("an unanswered action is sent again with the same id, an answered one is not", async () => {
  const answered = live.send({ type: "pass", seq: 3 });
  const first = Socket.last.sent[0]!;
  Socket.last.says({ type: "ok", id: first.id, seq: 6, again: false });
  expect((await answered).type).toBe("ok");
  void live.send({ type: "bet", seq: 3, amount: 15 });
  const second = Socket.last.sent[1]!;
  Socket.last.close();
  vi.advanceTimersByTime(300);
  Socket.last.says({ type: "welcome", events: [], state: { seq: 6 } });
  expect(Socket.last.sent).toEqual([second]);
});

test("a question that was lost is answered with words", async () => {
  const asked = live.send({ type: "hint" });
  Socket.last.close();
  vi.advanceTimersByTime(300);
  Socket.last.says({ type: "welcome", events: [], state: { seq: 5 } });
  expect(await asked).toMatchObject({ type: "error" });
  expect(Socket.last.sent).toEqual([]);
});

test("a gap in the numbers is healed by a new connection", () => {
  Socket.last.says({ type: "update", events: [{ seq: 9 }], state: { seq: 9 } });
  expect(heard.filter((message) => message.type === "update")).toEqual([]);
  vi.advanceTimersByTime(300);
  expect(Socket.last.url).toMatch(/after=5$/);
});

test("it waits longer and longer, but never for ever", () => {
  for (let lost = 0; lost < 8; lost++) {
    Socket.last.close();
    vi.advanceTimersByTime(5000);
  }
  expect(Socket.all).toHaveLength(9);
});
