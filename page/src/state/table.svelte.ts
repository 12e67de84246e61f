/** One table as this browser sees it: the server's state, the selection, and what was asked. */
import { splitCards, type CardText } from "../cards/cards";
import { w } from "../words";
import { api } from "./api";
import { asText, describeLegal, legalIndex, usefulCards, type Description } from "./choice";
import { Fairness } from "./fairness";
import { Live, type Line, type Order } from "./live";
import { sound } from "./sound";
import { Stage } from "./stage.svelte";
import { spokenLine, told, type Reader } from "./told";
import type {
  ServerMessage,
  Hint,
  HintAction,
  PresenceMessage,
  ReactionMessage,
  Summary,
  EventView,
  StateView,
  TableRules,
  WelcomeMessage,
  You,
} from "./wire";

const MOST_EVENTS = 1000;
const REACTION_MS = 2600;
const JUMP_MS = 6000;

/** A reaction on the cloth; `turn` tells two equal ones apart. */
interface Shown {
  seat: number;
  reaction: ReactionMessage["reaction"];
  turn: number;
}

type WithoutSeq<Message> = Message extends { seq: number } ? Omit<Message, "seq"> : never;
/** What the player decided, before it says on which state. */
type Decision = WithoutSeq<Order>;

interface Wire {
  send(order: Order): Promise<ServerMessage>;
  close(): void;
}

export class Table {
  line = $state<Line>("joining");
  summary = $state.raw<Summary | null>(null);
  you = $state.raw<You | null>(null);
  state = $state.raw<StateView | null>(null);
  presence = $state.raw<PresenceMessage | null>(null);
  log = $state.raw<EventView[]>([]);
  /** By which rules this table is played, once the server has said it. */
  rules = $state.raw<TableRules | null>(null);
  /** What a hint said to do besides playing cards: shown, never done by itself. */
  advised = $state.raw<HintAction | null>(null);
  /** Whether somebody took a seat in this very tab. */
  satHere = false;
  /** What others, or I, just showed; each for a short while. */
  reactions = $state.raw<Shown[]>([]);
  /** The clock of this machine jumped just now. */
  jumped = $state(false);
  /** My time ran out just now. */
  late = $state(false);
  /** What a screen reader hears. */
  news = $state("");
  /** The last refusal, as the server worded it. */
  refusal = $state("");
  selected = $state.raw<CardText[]>([]);
  described = $state.raw<Description | null>(null);
  reading = $state("");
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  busy = $state(false);
  /** Where I sit, somebody else sat: a game is looked at by her eyes. */
  stranger = $state(false);
  /** The server's time when it last spoke, and this page's then: a clock that is set anew can't disturb it. */
  private told = { now: 0, at: 0 };

  private hostSeat: number | null = null;

  readonly stage = new Stage();
  readonly fairness: Fairness;
  private readonly wire: Wire;

  readonly index = $derived(legalIndex(this.state?.legal ?? null));
  readonly useful = $derived(usefulCards(this.index, []));
  readonly joinable = $derived(usefulCards(this.index, this.selected));
  readonly hand = $derived(splitCards(this.state?.hand ?? ""));
  readonly myTurn = $derived(this.state?.ask === "turn");
  /** How the chosen cards would be played. */
  readonly chosenReading = $derived(this.described?.readings.find((each) => each.reading === this.reading));
  readonly canPlay = $derived(this.myTurn && !!this.described?.playable && !this.busy);
  readonly stuck = $derived(this.myTurn && !!this.state?.may_pass && this.index.size === 0);

  constructor(
    readonly id: string,
    wire?: (table: Table) => Wire,
  ) {
    this.fairness = new Fairness(id);
    this.wire =
      wire?.(this) ??
      new Live(id, {
        hear: (message) => this.hear(message),
        line: (now) => (this.line = now),
        jumped: () => this.tellJump(),
      });
  }

  close(): void {
    this.stage.stop();
    this.wire.close();
  }

  private tellJump(): void {
    this.jumped = true;
    setTimeout(() => (this.jumped = false), JUMP_MS);
  }

  /** The server's clock, in milliseconds since 1970. */
  serverNow(): number {
    return this.told.now + performance.now() - this.told.at;
  }

  // --- hearing ---

  hear(message: ServerMessage): void {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.update(message.events, message.state);
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "reaction") this.showReaction(message);
  }

  /** One a seat: whoever sends many shows the last. */
  private showReaction({ seat, reaction }: ReactionMessage): void {
    const shown = { seat, reaction, turn: performance.now() };
    this.reactions = [...this.reactions.filter((other) => other.seat !== seat), shown];
    setTimeout(() => (this.reactions = this.reactions.filter((other) => other !== shown)), REACTION_MS);
  }

  private welcome(message: WelcomeMessage): void {
    const { table, you, events, state } = message;
    this.summary = table;
    this.you = you;
    this.hostSeat = state.host_seat;
    this.told = { now: message.now, at: performance.now() };
    this.log = message.after ? [...this.log, ...events] : events;
    this.state = state;
    this.stage.reset(state.trick, state.passed);
    this.line = "live";
    this.addShare(state);
    this.keepSelection();
    if (!this.rules) void this.learnRules();
  }

  private async learnRules(): Promise<void> {
    this.rules = await api.tableRules(this.id).catch(() => null);
  }

  /** By itself, as soon as the server has settled its part of the shuffle. */
  private addShare(state: StateView): void {
    const share = this.fairness.look(state);
    if (share) void this.wire.send({ type: "share", share });
  }

  /** Whether rounds before those in the log were played. */
  get hasEarlier(): boolean {
    const first = this.log.find((event) => event.kind === "dealt");
    return first?.kind === "dealt" && first.round > 1;
  }

  async loadEarlier(): Promise<void> {
    const before = (this.log[0]?.seq ?? 1) - 1;
    const older: EventView[] = [];
    try {
      while (older.length < before) {
        const wanted = Math.min(MOST_EVENTS, before - older.length);
        older.push(...(await api.events(this.id, older.length, wanted)).events);
      }
    } catch (refused) {
      this.refusal = (refused as Error).message;
      return;
    }
    this.log = [...older, ...this.log];
  }

  private update(events: EventView[], state: StateView): void {
    const wasMyTurn = this.myTurn;
    this.log = [...this.log, ...events];
    this.news = events.flatMap((event) => told(event, this.reader).map(spokenLine)).join(". ");
    this.late = events.some(
      (event) => event.kind === "action" && event.by === "clock" && event.seat === state.seat,
    );
    this.told = { now: state.now, at: performance.now() };
    this.stage.tell(events, state.trick, state.passed);
    this.state = state;
    this.addShare(state);
    if (this.summary) this.summary = { ...this.summary, status: state.status, seats: state.seats };
    if (this.you) this.you = { ...this.you, seat: state.seat, host: this.isHost(state) };
    this.refusal = "";
    this.hint = null;
    this.advised = null;
    this.keepSelection();
    if (this.myTurn && !wasMyTurn) sound("turn");
  }

  /** Whoever was the host still is, until the host's seat is another one. */
  private isHost(state: StateView): boolean {
    if (state.host_seat === this.hostSeat) return !!this.you?.host;
    this.hostSeat = state.host_seat;
    return state.host_seat !== null && state.host_seat === state.seat;
  }

  // --- choosing ---

  toggle(card: CardText): void {
    this.select(
      this.selected.includes(card) ? this.selected.filter((held) => held !== card) : [...this.selected, card],
    );
  }

  select(cards: CardText[], reading = ""): void {
    this.selected = cards;
    this.advised = null;
    this.refusal = "";
    void this.describe(reading);
  }

  /** After news: cards that are gone can't stay chosen, and what the rest is may have changed. */
  private keepSelection(): void {
    const held = this.selected.filter((card) => this.hand.includes(card));
    this.select(this.myTurn || held.length === this.selected.length ? held : [], this.reading);
  }

  private async describe(reading: string): Promise<void> {
    const cards = asText(this.selected);
    if (!cards) return this.show(null, "");
    const legal = this.index.get(cards);
    if (legal) return this.show(describeLegal(legal), reading);
    const answer = await this.wire.send({ type: "describe", cards });
    if (answer.type === "described" && cards === asText(this.selected)) this.show(answer, reading);
  }

  private show(described: Description | null, reading: string): void {
    this.described = described;
    const known = described?.readings.some((found) => found.reading === reading);
    this.reading = known ? reading : (described?.readings[0]?.reading ?? "");
  }

  // --- acting ---

  play(): Promise<void> {
    if (!this.canPlay) return Promise.resolve();
    return this.act({ type: "play", cards: asText(this.selected), reading: this.reading });
  }

  pass(): Promise<void> {
    return this.state?.may_pass ? this.act({ type: "pass" }) : Promise.resolve();
  }

  bet(amount: number): Promise<void> {
    return this.state?.may_bet.includes(amount) ? this.act({ type: "bet", amount }) : Promise.resolve();
  }

  give(to: number): Promise<void> {
    return this.state?.may_give.includes(to) ? this.act({ type: "give", to }) : Promise.resolve();
  }

  next(): Promise<void> {
    return this.act({ type: "next" });
  }

  takeback(): Promise<void> {
    return this.state?.may_takeback ? this.act({ type: "takeback" }) : Promise.resolve();
  }

  answerTakeback(agree: boolean): Promise<void> {
    return this.act({ type: "answer_takeback", agree });
  }

  async askHint(): Promise<void> {
    if (this.hint || !this.state?.may_hint || this.thinking) {
      this.hint = null;
      return;
    }
    this.thinking = true;
    const seq = this.state.seq;
    const answer = await this.wire.send({ type: "hint" });
    this.thinking = false;
    if (answer.type === "error") this.refusal = answer.words;
    if (answer.type === "hint" && this.state.seq === seq) this.hint = answer;
  }

  private async act(decision: Decision): Promise<void> {
    if (this.busy || !this.state) return;
    this.stage.flush();
    this.busy = true;
    const answer = await this.wire.send({ ...decision, seq: this.state.seq } as Order);
    this.busy = false;
    if (answer.type === "error") this.refusal = answer.words;
  }

  react(reaction: ReactionMessage["reaction"]): void {
    void this.wire.send({ type: "react", reaction });
  }

  /** Takes up what a hint says; pressing the button is left to the player. */
  follow(action: HintAction): void {
    this.hint = null;
    if (action.type === "play") return this.select(splitCards(action.cards), action.reading);
    this.select([]);
    this.advised = action;
  }

  // --- names ---

  /** Whom the log is told to. */
  get reader(): Reader {
    const seat = this.stranger ? null : (this.you?.seat ?? null);
    return { seat, name: seat === null ? "" : this.name(seat) };
  }

  name(seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return "";
    return this.state?.seats[seat]?.name || w.table.openSeat;
  }

  /** "You" for my own seat, else the name. */
  called(seat: number): string {
    return seat === this.reader.seat ? w.table.you : this.name(seat);
  }

  /** The seats in the order around the table, beginning after mine; a spectator sits at seat 0. */
  get around(): number[] {
    const count = this.state?.seats.length ?? 0;
    const mine = this.you?.seat ?? 0;
    return Array.from({ length: count }, (_, step) => (mine + step) % count);
  }
}
