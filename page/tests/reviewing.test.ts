/** A review is watched while it is made, whatever the connection does. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, Refused } from "../src/state/api";
import { GameReview } from "../src/state/review.svelte";
import type { GameOutline, Me, ReviewAnswer } from "../src/state/wire";

const SOON = 600;
const LATER = 3000;
const so = (status: ReviewAnswer["status"]): ReviewAnswer => ({ status, done: 0, total: 9, decisions: [] });

let review: GameReview;
const asked = vi.spyOn(api, "askReview");
const looked = vi.spyOn(api, "reviewSoFar");
const stopped = vi.spyOn(api, "stopReview");

/** An answer that comes when it is given. */
function held() {
  let give: (answer: ReviewAnswer) => void = () => undefined;
  const answer = new Promise<ReviewAnswer>((resolve) => (give = resolve));
  return { answer, give };
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(api, "me").mockResolvedValue({} as Me);
  vi.spyOn(api, "studyGame").mockResolvedValue({ no_review: null } as GameOutline);
  for (const each of [asked, looked, stopped]) each.mockReset();
  asked.mockResolvedValue(so("running"));
  looked.mockResolvedValue(so("running"));
  stopped.mockResolvedValue(so("stopped"));
  review = new GameReview("T1");
  await review.open();
});

afterEach(() => {
  review.close();
  vi.useRealTimers();
});

test("a look that does not get through is tried again", async () => {
  looked.mockRejectedValueOnce(new Error("The server can't be reached."));
  looked.mockRejectedValueOnce(new Refused("too many requests", "limit.requests", 429));
  await vi.advanceTimersByTimeAsync(SOON + 2 * LATER);
  expect(looked).toHaveBeenCalledTimes(3);
  expect([review.refusal, review.status]).toEqual(["", "running"]);
});

test("what the server refuses for good is said", async () => {
  looked.mockRejectedValueOnce(new Refused("no longer in memory", "study.forgotten", 404));
  await vi.advanceTimersByTimeAsync(10 * LATER);
  expect(looked).toHaveBeenCalledTimes(1);
  expect(review.refusal).toBe("no longer in memory");
});

test("an answer that comes after the page was left asks for nothing more", async () => {
  const late = held();
  looked.mockReturnValueOnce(late.answer);
  await vi.advanceTimersByTimeAsync(SOON);
  review.close();
  late.give(so("running"));
  await vi.advanceTimersByTimeAsync(10 * LATER);
  expect(looked).toHaveBeenCalledTimes(1);
});

test("a page that is left while it opens asks for no review", async () => {
  const other = new GameReview("T2");
  const opening = other.open();
  other.close();
  await opening;
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a look on its way does not undo a stop", async () => {
  const late = held();
  looked.mockReturnValueOnce(late.answer);
  await vi.advanceTimersByTimeAsync(SOON);
  await review.stop();
  late.give(so("running"));
  await vi.advanceTimersByTimeAsync(10 * LATER);
  expect(review.status).toBe("stopped");
  expect(looked).toHaveBeenCalledTimes(1);
});

test("a stop that does not get through leaves the review watched", async () => {
  stopped.mockRejectedValueOnce(new Error("The server can't be reached."));
  await review.stop();
  looked.mockResolvedValueOnce(so("done"));
  await vi.advanceTimersByTimeAsync(LATER);
  expect([review.refusal, review.status]).toEqual(["", "done"]);
});
