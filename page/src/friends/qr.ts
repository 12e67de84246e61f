/** A QR code as one SVG path on a grid of single squares, with the quiet edge that readers need. */
import encodeQR from "qr";

export interface Drawn {
  size: number;
  d: string;
}

export function drawQr(text: string): Drawn {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 3 });
  const d = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size: rows.length, d };
}
