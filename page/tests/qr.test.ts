/** What we draw is what a reader reads. */
import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { drawQr } from "../src/friends/qr";

const SCALE = 4;

test("a drawn code is read back", () => {
  const link = "https://haggis.example/t/Hx3kQz8vWm2aB1cD";
  const { size, d } = drawQr(link);
  const side = size * SCALE;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y] of d.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < SCALE; dy++)
      for (let dx = 0; dx < SCALE; dx++) {
        const at = 4 * ((Number(y) * SCALE + dy) * side + Number(x) * SCALE + dx);
        data.set([0, 0, 0, 255], at);
      }
  expect(decodeQR({ width: side, height: side, data })).toBe(link);
});
