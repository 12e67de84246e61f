/** A puzzle on a table of its own: the answer is one play, and the server knows whether it is right. */
import { api, type PuzzleGiven } from "./api";
import { NOBODY_ACTS } from "./replay.svelte";
import type { Order } from "./live";
import { go } from "./router.svelte";
import { Table } from "./table.svelte";
import type { AnswerView, ProgressView, PuzzleView, ServerMessage, StateView } from "./wire";

export class PuzzleTable {
  puzzle = $state.raw<PuzzleView | null>(null);
  answer = $state.raw<AnswerView | null>(null);
  /** Whether the solution was asked for, not guessed. */
  shown = $state(false);
  progress = $state.raw<ProgressView | null>(null);
  refusal = $state("");
  readonly table = new Table("", () => ({ send: (order) => this.hear(order), close: () => undefined }));

  /** The number of the newest wish to open one: what comes for an earlier one is not shown. */
  private newest = 0;

  close(): void {
    this.newest++;
    this.table.close();
  }

  /**
   * A puzzle by its name; without one the puzzle of the day, or another if that does not count any more. One that was
   * answered at this step of the way is judged again, which counts nowhere, and shown with its answer.
   */
  async open(name: string): Promise<void> {
    const mine = ++this.newest;
    const given = name ? keptAnswer() : null;
    await this.trying(async () => {
      await api.me();
      this.progress = await api.puzzleProgress();
      const puzzle = await (name ? api.puzzle(name) : firstPuzzle());
      const again = given && !puzzle.counts ? await api.answer(name, given).catch(() => null) : null;
      if (mine !== this.newest) return;
      this.show(puzzle);
      if (given && again) this.tell(again, given);
    });
  }

  /** Another one: a step of the way, from which the back button leads to this one. */
  next(): Promise<void> {
    return this.trying(async () => {
      const puzzle = await api.puzzle("next");
      go(`/puzzles/${puzzle.name}`);
      this.show(puzzle);
    });
  }

  reveal(): Promise<void> {
    return this.trying(() => this.give({ type: "reveal" }));
  }

  private async give(given: PuzzleGiven): Promise<void> {
    const answer = await api.answer(this.puzzle!.name, given);
    this.tell(answer, given);
    keepAnswer(given);
  }

  private show(puzzle: PuzzleView): void {
    const { table } = this;
    this.puzzle = puzzle;
    this.answer = null;
    table.refusal = "";
    table.you = {
      seat: puzzle.seat,
      host: false,
      player: null,
      awaited: "",
      name: puzzle.names[puzzle.seat] ?? "",
    };
    table.stage.reset(puzzle.state.trick, puzzle.state.passed);
    table.state = this.stateOf(puzzle, true);
    table.select([]);
  }

  private stateOf(puzzle: PuzzleView, asked: boolean): StateView {
    const { names, state } = puzzle;
    return {
      ...NOBODY_ACTS,
      ...state,
      seq: 1,
      status: "playing",
      seats: names.map((name) => ({ kind: "person", name, level: null, left: false, awaited: "" })),
      round: 1,
      target: puzzle.target,
      rounds: null,
      totals: names.map(() => 0),
      winner: null,
      history: [],
      sheet: null,
      asked: "turn",
      seat: puzzle.seat,
      ask: asked ? "turn" : "wait",
      legal: asked ? state.legal : null,
      may_pass: asked && state.may_pass,
    };
  }

  private tell(answer: AnswerView, given: PuzzleGiven): void {
    this.answer = answer;
    this.shown = given.type === "reveal";
    this.progress = answer.progress;
    this.table.state = this.stateOf(this.puzzle!, false);
    this.table.select(answer.solution.cards.split(" ").filter(Boolean), answer.solution.reading);
  }

  /** What the table would say to a server. */
  private async hear(order: Order): Promise<ServerMessage> {
    const puzzle = this.puzzle!;
    try {
      if (order.type === "describe") {
        const on = puzzle.state.on?.reading;
        const described = await api.describe(order.cards, puzzle.names.length, on);
        return { type: "described", id: "", ...described };
      }
      if (order.type === "play")
        await this.give({ type: "play", cards: order.cards, reading: order.reading ?? null });
      else if (order.type === "pass") await this.give({ type: "pass" });
      return { type: "ok", id: "", seq: 1, again: false };
    } catch (refused) {
      const words = (refused as Error).message;
      return { type: "error", id: "", code: "illegal", words, key: "", values: {} };
    }
  }

  private async trying(act: () => Promise<void>): Promise<void> {
    this.refusal = "";
    await act().catch((refused: Error) => {
      this.refusal = refused.message;
    });
  }
}

async function firstPuzzle(): Promise<PuzzleView> {
  const daily = await api.puzzle("day");
  return daily.counts ? daily : api.puzzle("next");
}

/** The browser keeps it for this step of the way: also over a reload. */
const keepAnswer = (given: PuzzleGiven): void => history.replaceState({ given }, "");
const keptAnswer = (): PuzzleGiven | null => (history.state as { given?: PuzzleGiven } | null)?.given ?? null;
