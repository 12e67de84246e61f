/** The little Markdown that the rules page is written in: headings, lists, tables, paragraphs. */

export type Inline = { kind: "text" | "bold" | "code"; text: string };

export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

export function inline(text: string): Inline[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return { kind: "bold", text: part.slice(2, -2) };
      if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
      return { kind: "text", text: part };
    });
}

const cells = (line: string): Inline[][] =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => inline(cell.trim()));

export function blocks(markdown: string): Block[] {
  return markdown
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(block);
}

function block(part: string): Block {
  const lines = part.split("\n");
  const heading = /^(#+) (.*)$/.exec(lines[0] ?? "");
  if (heading) return { kind: "heading", level: heading[1]!.length, text: inline(heading[2]!) };
  if (part.startsWith("- ")) {
    const items = part.replace(/^- /, "").split(/\n- /);
    return { kind: "list", items: items.map((item) => inline(item.replace(/\n\s*/g, " "))) };
  }
  if (part.startsWith("|")) return { kind: "table", head: cells(lines[0]!), rows: lines.slice(2).map(cells) };
  return { kind: "paragraph", text: inline(lines.join(" ")) };
}
