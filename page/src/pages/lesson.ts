/** The lesson's cards. What a choice is, the server says; a task only names what it waits for. */

export interface Task {
  hand: string;
  /** What lies on the table, and its reading. */
  on?: { cards: string; reading: string };
  /** The choice that ends the task: these cards, in any reading that may be played. */
  wanted: string;
  /** The task ends only when the cards are played. */
  play?: boolean;
}

export const TASKS: (Task | null)[] = [
  null,
  { hand: "4g 6r 6o 8y 9y", wanted: "6r 6o" },
  { hand: "2o 4g 5g 6g 9r", wanted: "4g 5g 6g" },
  { hand: "4r 4y 5r 5y 8b", wanted: "4r 4y 5r 5y" },
  { hand: "4r 4y 8r 8g Tb", on: { cards: "5o 5y", reading: "2x1:5" }, wanted: "8r 8g" },
  { hand: "3y 5o 8b 9b J", on: { cards: "6r 7r 8r", reading: "1x3:8" }, wanted: "8b 9b J", play: true },
  { hand: "4o 7g J Q K", on: { cards: "Tr Ty", reading: "2x1:T" }, wanted: "J Q" },
  null,
  null,
];

/** Shown where there is nothing to choose; "?" is a card that nobody sees. */
export const SHOWN: Record<number, string> = {
  0: "2r 4o 5y 7g 9b J Q K",
  7: "? ? ? ? ? ? ? ?",
  8: "3r 5o 7y 9g J Q K",
};
