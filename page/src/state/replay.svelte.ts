/** A finished game, moment by moment, shown through a table of its own that nobody plays at. */
import { api } from "./api";
import { studyGame } from "./records";
import { Table } from "./table.svelte";
import type { DecisionView, GameOutline, MomentView, ReplayRound, StateView, TrickCaused } from "./wire";

/** A wire to nobody. */
const SILENT = { send: () => new Promise<never>(() => undefined), close: () => undefined };

export class Replay {
  game = $state.raw<GameOutline | null>(null);
  round = $state.raw<ReplayRound | null>(null);
  /** How many actions of the round were done. */
  action = $state(0);
  /** By whose eyes: a seat, or null for all hands. */
  eyes = $state<number | null>(null);
  refusal = $state("");
  /** What a review that was made says of an action, by "round/action". */
  judged = $state.raw(new Map<string, DecisionView>());

  readonly table = new Table("", () => SILENT);
  private readonly rounds = new Map<number, Promise<ReplayRound>>();

  /** Who sits at the bottom: the one whose eyes it is, else whoever looks, else the first. */
  readonly bottom = $derived(this.eyes ?? this.game?.you ?? 0);
  readonly moment = $derived(this.round?.moments[this.action] ?? null);
  readonly last = $derived((this.round?.moments.length ?? 1) - 1);
  readonly number = $derived(this.round?.round ?? 0);
  readonly history = $derived(
    (this.game?.rounds ?? [])
      .slice(0, this.action === this.last ? this.number : this.number - 1)
      .flatMap(({ totals }) => (totals ? [totals] : [])),
  );

  constructor(readonly id: string) {}

  close(): void {
    this.table.close();
  }

  async open(round: number, action: number): Promise<void> {
    try {
      await api.me();
      this.game = await studyGame(this.id);
    } catch (refused) {
      this.refusal = (refused as Error).message;
      return;
    }
    await this.jump(round, action);
    if (!this.game.no_review) await this.learn();
  }

  private async learn(): Promise<void> {
    const found = await api.reviewSoFar(this.id, 0).catch(() => null);
    const decisions = (found?.review?.decisions ?? []).filter(({ forced }) => !forced);
    this.judged = new Map(decisions.map((each) => [`${each.round}/${each.action}`, each]));
  }

  /** To a moment of the game; what is beyond its ends is its end. */
  async jump(round: number, action: number): Promise<void> {
    const number = Math.max(1, Math.min(round, this.game?.rounds.length ?? 1));
    try {
      const found = await this.load(number);
      const shown = Math.max(0, Math.min(action, found.moments.length - 1));
      const next = number === this.number && shown === this.action + 1;
      this.round = found;
      this.action = shown;
      this.show(next);
      this.refusal = "";
    } catch (refused) {
      this.rounds.delete(number);
      this.refusal = (refused as Error).message;
    }
  }

  private load(round: number): Promise<ReplayRound> {
    let found = this.rounds.get(round);
    if (!found) this.rounds.set(round, (found = api.studyRound(this.id, round)));
    return found;
  }

  /** Forwards or back, over the ends of rounds. */
  step(by: 1 | -1): Promise<void> {
    const rounds = this.game?.rounds ?? [];
    if (by === 1 && this.action === this.last && this.number < rounds.length)
      return this.jump(this.number + 1, 0);
    if (by === -1 && this.action === 0 && this.number > 1)
      return this.jump(this.number - 1, rounds[this.number - 2]?.actions ?? 0);
    return this.jump(this.number, this.action + by);
  }

  look(eyes: number | null): void {
    this.eyes = eyes;
    this.show(false);
  }

  /** Puts the moment on the table; a single step forwards is told as it happened. */
  private show(told: boolean): void {
    const { game, moment, table } = this;
    if (!game || !moment || !this.round) return;
    table.you = {
      seat: this.bottom,
      host: false,
      player: null,
      awaited: "",
      name: game.seats[this.bottom]?.name ?? "",
    };
    table.stranger = game.you !== this.bottom;
    table.log = this.round.moments.slice(0, this.action + 1).map(({ event }) => event);
    if (told) table.stage.tell([moment.event], moment.trick, moment.passed);
    else {
      table.stage.reset(moment.trick, moment.passed);
      table.stage.taken = takenBy(moment);
    }
    table.state = this.stateOf(game, moment, this.round);
  }

  private stateOf(game: GameOutline, moment: MomentView, round: ReplayRound): StateView {
    const over = this.action === this.last;
    return {
      ...NOBODY_ACTS,
      ...moment,
      seq: moment.event.seq,
      seats: game.seats,
      round: round.round,
      target: game.target,
      rounds: game.rounds_to_play,
      winner: over && round.round === game.rounds.length ? game.winner : null,
      history: this.history,
      sheet: over ? round.sheet : null,
      hand: moment.hands[this.bottom] ?? "",
      seat: this.bottom,
      ask: moment.ask === "over" ? "over" : "wait",
      asked: moment.ask === "over" ? null : moment.ask,
    };
  }
}

/** What a table shows besides the cards while nobody can do anything. */
export const NOBODY_ACTS = {
  status: "over",
  now: 0,
  host_seat: null,
  ready: [],
  rematch: null,
  commitment: null,
  shuffle: null,
  deadline: null,
  next_deadline: null,
  legal: null,
  may_bet: [],
  may_pass: false,
  may_give: [],
  unseen: null,
  may_takeback: false,
  takeback_by: null,
  may_agree: false,
  may_hint: false,
} satisfies Partial<StateView>;

const takenBy = ({ event }: MomentView): TrickCaused | null =>
  (event.kind === "action" && event.then.find((after) => after.kind === "trick")) || null;
