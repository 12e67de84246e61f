/** The server's messages, as docs/server.md describes them. Types only. */

export type Ask = "turn" | "give" | "wait" | "over" | "none" | "watch";

export interface Refusal {
  code: string;
  words: string;
  retry_after?: number;
}

export interface Me {
  id: string;
  name: string;
  named: boolean;
}

export interface SeatInfo {
  kind: "person" | "bot" | "open";
  name: string;
  level: string | null;
  left?: boolean;
}

export interface Summary {
  table: string;
  status: "open" | "playing" | "over" | "closed";
  public: boolean;
  preset: string;
  changed: string[];
  end: string;
  seats: SeatInfo[];
  totals: number[];
  round: number;
  takeback: boolean;
  hints: boolean;
  move_seconds: number | null;
  created: number;
  host: string;
}

export interface Preset {
  name: string;
  players: number[];
  rules: Record<string, unknown> & { target?: number; rounds?: number; bets: number[] };
}

export interface Options {
  levels: { name: string; words: string }[];
  default_level: string;
  presets: Preset[];
  choices: { option: string; values: { value: string; words: string }[] }[];
  pace: { default: number; most: number };
  move_seconds: { least: number; most: number };
  name_length: number;
}

export interface NewTable {
  preset?: string;
  options?: Record<string, unknown>;
  target?: number;
  rounds?: number;
  seats: ({ kind: "me" } | { kind: "open" } | { kind: "bot"; level: string })[];
  public?: boolean;
  takeback?: boolean;
  hints?: boolean;
  unseen?: boolean;
  move_seconds?: number | null;
  pace?: number;
}

export interface Seated {
  table: string;
  link: string;
  seat: number;
}

export interface FinishedGame {
  table: string;
  ended: number;
  preset: string;
  names: string[];
  totals: number[];
  seat: number;
  place: number;
  rounds: number;
}

export interface Statistics {
  games: number;
  won: number;
  rounds: number;
  points: number;
  points_a_round: number | null;
  average_place: number | null;
  rounds_out_first: number;
  bets: number;
  bets_won: number;
  bombs: number;
}

export interface You {
  seat: number | null;
  host: boolean;
  player: string;
  name: string;
}

export interface TrickPlay {
  seat: number;
  cards: string;
  reading: string;
  words: string;
}

export interface ScoreLine {
  seat: number;
  cause: string;
  part: "hand" | "cards" | "bets";
  points: number;
  words: string;
}

export interface Sheet {
  round: number;
  dealer: number;
  lead: number;
  out: number[];
  scores: { hand: number; cards: number; bets: number; total: number }[];
  lines: ScoreLine[];
  totals: number[];
  hands: string[];
  dealt: string[];
  haggis: string;
  commitment: string;
  salt: string;
}

export interface Legal {
  plays: Record<string, string[]>;
  words: Record<string, string>;
}

export interface TableState {
  seq: number;
  status: Summary["status"];
  now: number;
  seats: SeatInfo[];
  seat: number | null;
  round: number;
  target: number | null;
  rounds: number | null;
  totals: number[];
  winner: number | null;
  dealer: number | null;
  lead: number | null;
  turn: number | null;
  ask: Ask;
  asked?: "turn" | "give" | null;
  hand: string | null;
  counts: number[];
  courts: string[];
  trick: TrickPlay[];
  passed: number[];
  captured: { cards: number; points: number; plays: string[] }[];
  bets: (number | null)[];
  may_bet: number[];
  out: number[];
  lines: ScoreLine[];
  may_pass: boolean;
  may_give: number[];
  legal: Legal | null;
  on: { reading: string; words: string; seat: number } | null;
  unseen: string | null;
  commitment: string | null;
  deadline: number | null;
  ready: number[];
  next_deadline: number | null;
  sheet: Sheet | null;
  history: number[][];
  may_takeback: boolean;
  may_hint: boolean;
}

export interface Consequence {
  kind: "out" | "trick" | "scored" | "won";
  words: string;
  seat?: number;
  winner?: number;
  captor?: number;
  cards?: number;
  points?: number;
}

export interface TableEvent {
  seq: number;
  at: number;
  kind: string;
  words: string[];
  seat?: number;
  name?: string;
  type?: "play" | "pass" | "bet" | "give";
  by?: "player" | "bot" | "clock" | number;
  cards?: string;
  reading?: string;
  reading_words?: string;
  bomb?: boolean;
  amount?: number;
  to?: number;
  round?: number;
  table?: string;
  actions?: number;
  then?: Consequence[];
}

export interface Reading {
  reading: string;
  words: string;
  beats: boolean;
  why: string;
}

export interface Described {
  cards: string;
  readings: Reading[];
  playable: boolean;
  words: string;
  why: string;
}

export interface HintedAction {
  type: "play" | "pass" | "bet" | "give";
  cards?: string;
  reading?: string;
  amount?: number;
  to?: number;
  words: string;
  points: number | null;
}

export interface Hint {
  level: string;
  actions: HintedAction[];
}

export interface Presence {
  seats: { here: boolean; since: number }[];
  watchers: number;
  may_replace: number[];
}

export type FromServer =
  | {
      type: "welcome";
      table: Omit<Summary, "table"> & { id: string };
      you: You;
      now: number;
      after: number;
      events: TableEvent[];
      state: TableState;
    }
  | { type: "update"; events: TableEvent[]; state: TableState }
  | { type: "ok"; id: string; seq: number; again: boolean }
  | ({ type: "error"; id: string | null } & Refusal)
  | ({ type: "described"; id: string } & Described)
  | ({ type: "hint"; id: string } & Hint)
  | ({ type: "presence" } & Presence);

export type Order =
  | { type: "play"; cards: string; reading?: string }
  | { type: "pass" }
  | { type: "bet"; amount: number }
  | { type: "give"; to: number }
  | { type: "next" }
  | { type: "takeback" }
  | { type: "describe"; cards: string }
  | { type: "hint" }
  | { type: "ping" };
