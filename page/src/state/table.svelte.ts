/** One table as this browser sees it: the server's state, the selection, and what was asked. */
import { splitCards, type CardText } from "../cards/cards";
import { w } from "../words";
import { asText, describeLegal, legalIndex, usefulCards, type Description } from "./choice";
import { Live, type Line, type Order } from "./live";
import { sound } from "./sound";
import { Stage } from "./stage.svelte";
import type {
  ServerMessage,
  Hint,
  PresenceMessage,
  Summary,
  EventView,
  StateView,
  WelcomeMessage,
  You,
} from "./wire";

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
  clockSkew = $state(0);

  readonly stage = new Stage();
  private readonly wire: Wire;

  readonly index = $derived(legalIndex(this.state?.legal ?? null));
  readonly useful = $derived(usefulCards(this.index, []));
  readonly joinable = $derived(usefulCards(this.index, this.selected));
  readonly hand = $derived(splitCards(this.state?.hand ?? ""));
  readonly myTurn = $derived(this.state?.ask === "turn");
  readonly canPlay = $derived(this.myTurn && !!this.described?.playable && !this.busy);
  readonly stuck = $derived(this.myTurn && !!this.state?.may_pass && this.index.size === 0);

  constructor(
    readonly id: string,
    wire?: (table: Table) => Wire,
  ) {
    this.wire =
      wire?.(this) ??
      new Live(id, { hear: (message) => this.hear(message), line: (now) => (this.line = now) });
  }

  close(): void {
    this.stage.stop();
    this.wire.close();
  }

  // --- hearing ---

  hear(message: ServerMessage): void {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.update(message.events, message.state);
    else if (message.type === "presence") this.presence = message;
  }

  private welcome(message: WelcomeMessage): void {
    const { table, you, events, state } = message;
    this.summary = table;
    this.you = you;
    this.clockSkew = message.now - Date.now();
    this.log = message.after ? [...this.log, ...events] : events;
    this.state = state;
    this.stage.reset(state.trick, state.passed);
    this.line = "live";
    this.keepSelection();
  }

  private update(events: EventView[], state: StateView): void {
    const wasMyTurn = this.myTurn;
    this.log = [...this.log, ...events];
    if (events.some((event) => event.kind === "dealt")) this.log = events;
    this.news = events.flatMap((event) => event.words).join(". ");
    this.clockSkew = state.now - Date.now();
    this.stage.tell(events, state.trick, state.passed);
    this.state = state;
    if (this.summary) this.summary = { ...this.summary, status: state.status, seats: state.seats };
    if (this.you && this.you.seat !== state.seat) this.you = { ...this.you, seat: state.seat };
    this.refusal = "";
    this.hint = null;
    this.keepSelection();
    if (this.myTurn && !wasMyTurn) sound("turn");
  }

  // --- choosing ---

  toggle(card: CardText): void {
    this.select(
      this.selected.includes(card) ? this.selected.filter((held) => held !== card) : [...this.selected, card],
    );
  }

  select(cards: CardText[], reading = ""): void {
    this.selected = cards;
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

  // --- names ---

  name(seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return "";
    return this.state?.seats[seat]?.name || w.table.openSeat;
  }

  /** The seats in the order around the table, beginning after mine; a spectator sits at seat 0. */
  get around(): number[] {
    const count = this.state?.seats.length ?? 0;
    const mine = this.you?.seat ?? 0;
    return Array.from({ length: count }, (_, step) => (mine + step) % count);
  }
}
