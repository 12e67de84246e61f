/** The suits can be told apart in the usual kinds of colour blindness, and read on paper. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

type Rgb = [number, number, number];

const css = readFileSync(resolve(__dirname, "../src/theme.css"), "utf8");
const colour = (name: string): string => {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
  if (!found) throw new Error(`no colour --${name}`);
  return found;
};

// Machado, Oliveira and Fernandes 2009, full severity, on linear RGB.
const SIGHT: Record<string, number[][]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const rgb = (hex: string): Rgb =>
  [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as Rgb;
const seen = (matrix: number[][], [r, g, b]: Rgb): Rgb =>
  matrix.map((row) => Math.min(1, Math.max(0, row[0]! * r + row[1]! * g + row[2]! * b))) as Rgb;

function lab([r, g, b]: Rgb): Rgb {
  const curve = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const apart = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const light = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
function contrast(a: string, b: string): number {
  const [low, high] = [light(rgb(a)), light(rgb(b))].sort((p, q) => p - q) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const SUITS = ["red", "orange", "yellow", "green", "blue"];
const PAIRS = SUITS.flatMap((a, i) => SUITS.slice(i + 1).map((b) => [a, b] as const));

for (const [sight, matrix] of Object.entries(SIGHT)) {
  test.each(PAIRS)(`${sight}: %s and %s look different`, (a, b) => {
    const [one, other] = [a, b].map((name) => lab(seen(matrix, rgb(colour(name))))) as [Rgb, Rgb];
    expect(apart(one, other)).toBeGreaterThan(15); // 2.3 is just noticeable
  });
}

test.each(SUITS)("the %s rank is readable on paper", (suit) => {
  expect(contrast(colour(`${suit}-ink`), colour("paper"))).toBeGreaterThan(4.5);
});
