/** The review of a game: asked for, watched while it is made, stopped. */
import { api } from "./api";
import { studyGame } from "./records";
import type { DecisionView, GameOutline, ReviewAnswer, ReviewView } from "./wire";

const LOOK_MS = 600;

export class GameReview {
  game = $state.raw<GameOutline | null>(null);
  review = $state.raw<ReviewView | null>(null);
  /** Judged so far. */
  decisions = $state.raw<DecisionView[]>([]);
  total = $state(0);
  status = $state<ReviewAnswer["status"]>("waiting");
  refusal = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(readonly id: string) {}

  async open(): Promise<void> {
    await this.trying(async () => {
      await api.me();
      this.game = await studyGame(this.id);
      if (this.game.no_review) this.refusal = this.game.no_review;
    });
    if (!this.refusal) await this.ask();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  async ask(): Promise<void> {
    this.decisions = [];
    this.total = 0;
    await this.trying(async () => this.hear(await api.askReview(this.id)));
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.trying(async () => this.hear(await api.stopReview(this.id)));
  }

  private async look(): Promise<void> {
    await this.trying(async () => this.hear(await api.reviewSoFar(this.id, this.decisions.length)));
  }

  private hear(answer: ReviewAnswer): void {
    this.status = answer.status;
    if (answer.review) {
      this.review = answer.review;
      this.decisions = answer.review.decisions;
      return;
    }
    this.decisions = [...this.decisions, ...answer.decisions];
    // Of several servers only the one that makes the review knows how far it is.
    this.total = Math.max(this.total, answer.total);
    if (answer.status === "waiting" || answer.status === "running")
      this.timer = setTimeout(() => this.look(), LOOK_MS);
  }

  private async trying(act: () => Promise<void>): Promise<void> {
    this.refusal = "";
    await act().catch((refused: Error) => {
      if (!this.closed) this.refusal = refused.message;
    });
  }
}
