/** A puzzle on a table of its own: the answer is one play, and the server knows whether it is right. */
import { api, type PuzzleGiven } from "./api";
import { NOBODY_ACTS } from "./replay.svelte";
import type { Order } from "./live";
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

  close(): void {
    this.table.close();
  }

  /** A puzzle by its name; without one the puzzle of the day, or another if that does not count any more. */
  async open(name: string): Promise<void> {
    await this.trying(async () => {
      await api.me();
      this.progress = await api.puzzleProgress();
      if (name) return this.show(await api.puzzle(name));
      const daily = await api.puzzle("day");
      this.show(daily.counts ? daily : await api.puzzle("next"));
    });
  }

  next(): Promise<void> {
    return this.trying(async () => this.show(await api.puzzle("next")));
  }

  reveal(): Promise<void> {
    return this.trying(() => this.give({ type: "reveal" }));
  }

  private async give(given: PuzzleGiven): Promise<void> {
    const answer = await api.answer(this.puzzle!.name, given);
    this.shown = given.type === "reveal";
    this.tell(answer);
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

  private tell(answer: AnswerView): void {
    this.answer = answer;
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
