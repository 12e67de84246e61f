import { expect, test } from "vitest";
import { blocks, inline } from "../src/parts/markdown";

test("bold and code inside a line", () => {
  expect(inline("**Set**: `3r J` or so")).toEqual([
    { kind: "bold", text: "Set" },
    { kind: "text", text: ": " },
    { kind: "code", text: "3r J" },
    { kind: "text", text: " or so" },
  ]);
});

test("headings, lists, tables and paragraphs", () => {
  const found = blocks(
    "# Title\n\nA line\nand more.\n\n- one\n- two\n  longer\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  );
  expect(found.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "table"]);
  expect(found[2]).toMatchObject({ items: [[{ text: "one" }], [{ text: "two longer" }]] });
  expect(found[3]).toMatchObject({ rows: [[[{ text: "1" }], [{ text: "2" }]]] });
});

test("markup is never taken for HTML", () => {
  expect(inline("<b>x</b>")).toEqual([{ kind: "text", text: "<b>x</b>" }]);
});
