/** What is named is used: words, requests to the server, colours and classes. knip looks at everything else. */
import { expect, test } from "vitest";
import { api } from "../src/state/api";
import { w } from "../src/words";
import css from "../src/theme.css?raw";

const files = import.meta.glob<string>(["../src/**/*.{ts,svelte}", "../index.html", "!../src/words/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.values(files).join("\n");

/** "table.bet" for every word; lists and functions are one word. */
const paths = (words: object, above = ""): string[] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === "object" && !Array.isArray(value) ? paths(value, `${above}${name}.`) : above + name,
  );

test("every word is said", () => {
  const said = new Set([...code.matchAll(/\bw\.([\w.]+)/g)].map((found) => found[1]!));
  // `w.suits[suit]` says all of them, `w.table.you.length` says one.
  const isSaid = (path: string) =>
    [...said].some((each) => `${path}.`.startsWith(`${each}.`) || each.startsWith(`${path}.`));
  expect(paths(w).filter((path) => !isSaid(path))).toEqual([]);
});

test("every request is made", () => {
  expect(Object.keys(api).filter((name) => !new RegExp(`\\bapi\\.${name}\\b`).test(code))).toEqual([]);
});

test("every colour, size and class of the theme is used", () => {
  const used = css + code;
  const properties = [...css.matchAll(/^ +(--[\w-]+):/gm)].map((found) => found[1]!);
  expect(properties.filter((name) => !new RegExp(`var\\(${name}[,)]`).test(used))).toEqual([]);
  const classes = [...css.matchAll(/^\.([\w-]+)(?:\.([\w-]+))?/gm)].flatMap((found) => found.slice(1));
  expect(classes.filter((name) => name && !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});
