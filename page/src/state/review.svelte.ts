/** The review of a game: asked for, watched while it is made, stopped. */
import { api, Refused } from "./api";
import { studyGame } from "./records";
import type { DecisionView, GameOutline, ReviewAnswer, ReviewView } from "./wire";

const LOOK_MS = 600;
/** After a request that did not get through: the review is made all the same. */
const AGAIN_MS = 3000;
const TOO_MANY = 429;

export class GameReview {
  game = $state.raw<GameOutline | null>(null);
  review = $state.raw<ReviewView | null>(null);
  /** Judged so far. */
  decisions = $state.raw<DecisionView[]>([]);
  total = $state(0);
  status = $state<ReviewAnswer["status"]>("waiting");
  refusal = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the newest request: answers to earlier ones are not heard. */
  private newest = 0;

  constructor(readonly id: string) {}

  open(): Promise<void> {
    return this.request(
      async () => {
        await api.me();
        return studyGame(this.id);
      },
      (game) => {
        this.game = game;
        if (!game.no_review) return this.ask();
        this.refusal = game.no_review;
      },
    );
  }

  close(): void {
    clearTimeout(this.timer);
    this.newest++;
  }

  ask(): Promise<void> {
    this.decisions = [];
    this.total = 0;
    return this.request(() => api.askReview(this.id), this.hear);
  }

  stop(): Promise<void> {
    return this.request(
      () => api.stopReview(this.id),
      this.hear,
      () => this.lookIn(AGAIN_MS),
    );
  }

  private look(): Promise<void> {
    return this.request(
      () => api.reviewSoFar(this.id, this.decisions.length),
      this.hear,
      (refused) => (isFinal(refused) ? this.refuse(refused) : this.lookIn(AGAIN_MS)),
    );
  }

  private lookIn(ms: number): void {
    this.timer = setTimeout(() => this.look(), ms);
  }

  private hear = (answer: ReviewAnswer): void => {
    this.status = answer.status;
    if (answer.review) {
      this.review = answer.review;
      this.decisions = answer.review.decisions;
      return;
    }
    this.decisions = [...this.decisions, ...answer.decisions];
    // Of several servers only the one that makes the review knows how far it is.
    this.total = Math.max(this.total, answer.total);
    if (answer.status === "waiting" || answer.status === "running") this.lookIn(LOOK_MS);
  };

  private refuse = (refused: Error): void => {
    this.refusal = refused.message;
  };

  /** One at a time: what the page asks next, and its closing, make the answer to this one worthless. */
  private async request<T>(
    send: () => Promise<T>,
    hear: (answer: T) => void | Promise<void>,
    failed: (refused: Error) => void = this.refuse,
  ): Promise<void> {
    clearTimeout(this.timer);
    this.refusal = "";
    const mine = ++this.newest;
    let answer: T;
    try {
      answer = await send();
    } catch (refused) {
      if (mine === this.newest) failed(refused as Error);
      return;
    }
    if (mine === this.newest) await hear(answer);
  }
}

/** Whether the server won't ever say anything else. */
const isFinal = (refused: Error): boolean =>
  refused instanceof Refused && refused.status >= 400 && refused.status < 500 && refused.status !== TOO_MANY;
