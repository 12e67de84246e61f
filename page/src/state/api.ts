/** The server's REST side. Every refusal is a sentence that can be shown as it is. */
import { w } from "../words";
import { promising } from "./shares";
import { storage } from "./storage.svelte";
import type {
  AnswerView,
  Described,
  Done,
  ErrorBody,
  EventList,
  GameList,
  GameOutline,
  Link,
  Made,
  Me,
  OpeningView,
  Options,
  PassAnswer,
  PlayAnswer,
  ProgressView,
  PuzzleView,
  RecordGames,
  ReplayRound,
  RevealAnswer,
  ReviewAnswer,
  RulesText,
  Seated,
  SheetList,
  SolvedView,
  Statistics,
  TableAnswer,
  TableBody,
  TableList,
  TableRules,
} from "./wire";

/** A refusal in words; `key` tells which, `status` of what kind (HTTP). */
export class Refused extends Error {
  constructor(
    words: string,
    readonly key: string,
    readonly status: number,
    /** Of a record that does not hold: whether what comes before the fault can be shown. */
    readonly inPart = false,
  ) {
    super(words);
  }
}

async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw new Error(w.errors.offline);
  });
  const found = (await answer.json().catch(() => null)) as (T & Partial<ErrorBody>) | null;
  if (!answer.ok || found === null)
    throw new Refused(found?.words ?? w.errors.trouble, found?.key ?? "", answer.status, found?.in_part);
  return found;
}

const post = <T>(path: string, body: unknown = {}) => ask<T>(path, "POST", body);

export type PuzzleGiven = PlayAnswer | PassAnswer | RevealAnswer;

let options: Promise<Options> | undefined;
let mine: Promise<Me> | undefined;

/** Who I am, asked once: a newcomer who asks twice at the same time would be two people. */
async function whoAmI(): Promise<Me> {
  const me = await ask<Me>("/me");
  if (storage.blocked || !navigator.cookieEnabled) storage.stranger = (await ask<Me>("/me")).id !== me.id;
  return me;
}

function forget(refused: unknown): never {
  mine = undefined;
  throw refused;
}

const tableOf = ({ table }: Made): string => table;

const withShare = (wanted: TableBody, share: string): TableBody => ({
  ...wanted,
  seats: wanted.seats.map((seat) => (seat.kind === "me" ? { ...seat, share } : seat)),
});

export const api = {
  me: () => (mine ??= whoAmI().catch(forget)),
  rename: async (name: string) => (mine = Promise.resolve(await ask<Me>("/me", "PUT", { name }))),
  options: () => (options ??= ask<Options>("/options")),
  lobby: () => ask<TableList>("/tables"),
  myTables: () => ask<TableList>("/me/tables"),
  myGames: (before?: number) => ask<GameList>(`/me/games?limit=20${before ? `&before=${before}` : ""}`),
  statistics: () => ask<Statistics>("/me/statistics"),
  newTable: (wanted: TableBody) =>
    promising((share) => post<Made>("/tables", withShare(wanted, share)), tableOf),
  table: (id: string) => ask<TableAnswer>(`/tables/${id}`),
  sit: (id: string, seat?: number) =>
    promising(
      (share) => post<Seated>(`/tables/${id}/sit`, seat === undefined ? { share } : { seat, share }),
      () => id,
    ),
  /** To my own seat. */
  comeBack: (id: string) => post<Seated>(`/tables/${id}/sit`),
  /** `seq`, here and below: the state that was seen; sent again, none may undo itself or hit other people. */
  leave: (id: string, seq?: number) => post<Done>(`/tables/${id}/leave`, { seq }),
  seatBot: (id: string, seat: number, level: string) =>
    post<Done>(`/tables/${id}/seats/${seat}/bot`, { level }),
  tableRules: (id: string) => ask<TableRules>(`/tables/${id}/rules`),
  rounds: (id: string) => ask<SheetList>(`/tables/${id}/rounds`),
  events: (id: string, after: number, limit: number) =>
    ask<EventList>(`/tables/${id}/events?after=${after}&limit=${limit}`),
  myLink: (id: string) => ask<Link>(`/tables/${id}/link`),
  newLink: (id: string) => post<Link>(`/tables/${id}/link`),
  claim: (id: string, token: string) => post<Seated>(`/tables/${id}/claim`, { token }),
  close: (id: string) => post<Done>(`/tables/${id}/close`),
  resign: (id: string, seq?: number) => post<Done>(`/tables/${id}/resign`, { seq }),
  remove: (id: string, seat: number, seq?: number) =>
    post<Done>(`/tables/${id}/seats/${seat}/remove`, { seq }),
  swap: (id: string, seats: [number, number], seq?: number) =>
    post<Done>(`/tables/${id}/swap`, { seats, seq }),
  rematch: (id: string) => promising((share) => post<Made>(`/tables/${id}/rematch`, { share }), tableOf),
  rules: (query: string) => ask<RulesText>(`/rules?${query}`),
  studyGame: (id: string) => ask<GameOutline>(`/study/games/${id}`),
  studyRound: (id: string, round: number) => ask<ReplayRound>(`/study/games/${id}/rounds/${round}`),
  opening: (id: string, round: number, seat: number) =>
    ask<OpeningView>(`/study/games/${id}/rounds/${round}/opening?seat=${seat}`),
  solved: (id: string, round: number, action: number) =>
    ask<SolvedView>(`/study/games/${id}/rounds/${round}/solved/${action}`),
  practise: (id: string, round: number, action: number) =>
    post<Made>(`/study/games/${id}/rounds/${round}/practice/${action}`),
  recordGames: (text: string) => post<RecordGames>("/study/records/games", { text }),
  bring: (text: string, number: number, partial: boolean) =>
    post<GameOutline>("/study/records", { text, number, partial }),
  askReview: (id: string) => post<ReviewAnswer>(`/study/games/${id}/review`),
  reviewSoFar: (id: string, after: number) => ask<ReviewAnswer>(`/study/games/${id}/review?after=${after}`),
  stopReview: (id: string) => ask<ReviewAnswer>(`/study/games/${id}/review`, "DELETE"),
  puzzleProgress: () => ask<ProgressView>("/me/puzzles"),
  /** By its name, or the one of the `day`, or the `next`. */
  puzzle: (name: string) => ask<PuzzleView>(`/puzzles/${name}`),
  answer: (name: string, given: PuzzleGiven) => post<AnswerView>(`/puzzles/${name}/answer`, given),
  describe: (cards: string, players: number, on?: string) =>
    post<Described>("/describe", on ? { cards, players, on } : { cards, players }),
};
