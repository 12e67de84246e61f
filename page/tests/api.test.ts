/** What requests carry. */
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../src/state/api";

afterEach(() => void vi.unstubAllGlobals());

test("whoever leaves or resigns tells the state that she saw, if she saw one", async () => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    sent.push([path, JSON.parse(String(body))]);
    return Promise.resolve(new Response("{}"));
  });
  await api.leave("T", 57);
  await api.resign("T", 58);
  await api.leave("T");
  expect(sent).toEqual([
    ["/api/tables/T/leave", { seq: 57 }],
    ["/api/tables/T/resign", { seq: 58 }],
    ["/api/tables/T/leave", {}],
  ]);
});
