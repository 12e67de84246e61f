/** Where things stand in a graph of lines. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  /** Of words under the axis. */
  foot: number;
  /** A share of the way, 0 to 1. */
  x: (share: number) => number;
  y: (points: number) => number;
}

/** A name that fits beside a line's end. */
export const short = (name: string) => (name.length > 11 ? `${name.slice(0, 10)}…` : name);

/** Whether a round's number is written: of many, every fifth. */
export const isWritten = (round: number, rounds: number) => rounds < 16 || round % 5 === 0;
