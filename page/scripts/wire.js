/**
 * The types of the wire, from the server's OpenAPI document to TypeScript.
 *
 *   node scripts/wire.js            writes src/state/wire.ts
 *   node scripts/wire.js --check    fails if it would be written differently
 */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const DOCUMENT = new URL("../../build/openapi.json", import.meta.url);
const TYPES = new URL("../src/state/wire.ts", import.meta.url);
const BANNER =
  "/** Generated from the server's types by `make wire`: don't edit. docs/server.md says what it means. */";

/** A title or a default beside a reference would become a type of its own; only schemas have names. */
const NOT_TYPES = ["title", "default", "examples"];
function bare(node, areNames = false) {
  if (Array.isArray(node)) return node.map((each) => bare(each));
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(([name]) => areNames || !NOT_TYPES.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, bare(value, name === "properties")]));
}

/** One schema that needs all others, so that each becomes a type. */
function everything() {
  const { components } = JSON.parse(readFileSync(DOCUMENT, "utf8"));
  const text = JSON.stringify(bare(components.schemas, true));
  return {
    definitions: JSON.parse(text.replaceAll("#/components/schemas/", "#/definitions/")),
    anyOf: Object.keys(components.schemas).map((name) => ({ $ref: `#/definitions/${name}` })),
  };
}

const options = {
  additionalProperties: false,
  bannerComment: BANNER,
  format: false,
  ignoreMinAndMaxItems: true,
};
const compiled = await compile(everything(), "Everything", options);
const written = compiled.replace(/export type Everything = .*\n/, "");
const path = TYPES.pathname;
const types = await format(written, { ...(await resolveConfig(path)), filepath: path });
if (!process.argv.includes("--check")) writeFileSync(TYPES, types);
else if (types !== readFileSync(TYPES, "utf8")) {
  console.error("page/src/state/wire.ts differs from the server's types: run `make wire`");
  process.exit(1);
}
