/**
 * The WebSocket to one table: ordered, numbered, and patient.
 *
 * After a lost connection it asks only for what was missed, and sends again whatever was not
 * answered; the server applies a message with the same id once.
 */
import { w } from "../words";
import { onJump } from "./jump";
import type { ClientMessage, ServerMessage } from "./wire";

export type Line = "joining" | "live" | "away";

type WithoutId<Message> = Message extends unknown ? Omit<Message, "id"> : never;
/** A message to the server, before it gets its id. */
export type Order = WithoutId<ClientMessage>;

export interface Listener {
  hear(message: ServerMessage): void;
  line(now: Line): void;
  /** The clocks here jumped; the server has been asked again. */
  jumped?(): void;
}

interface Waiting {
  text: string;
  answer(message: ServerMessage): void;
  /** Actions are sent again after a lost connection; questions are not worth it. */
  action: boolean;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
const QUESTIONS = ["describe", "hint", "react", "ping"];

export class Live {
  private socket: WebSocket | undefined;
  private waiting = new Map<string, Waiting>();
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private seq: number | undefined;
  private ended = false;
  private readonly stopWatching: () => void;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    this.stopWatching = onJump(() => this.startAgain());
  }

  /** Sends an order; the promise holds the server's answer. */
  send(order: Order): Promise<ServerMessage> {
    const id = newId();
    const text = JSON.stringify({ ...order, id });
    return new Promise((answer) => {
      this.waiting.set(id, { text, answer, action: !QUESTIONS.includes(order.type) });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    this.stopWatching();
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const after = this.seq === undefined ? "" : `?after=${this.seq}`;
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live${after}`);
    this.socket = socket;
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as ServerMessage);
    socket.onclose = () => this.lost(socket);
  }

  private hear(message: ServerMessage): void {
    if (message.type === "welcome") this.welcomed();
    if (message.type === "update" && !this.follows(message.events[0]?.seq)) return this.socket?.close();
    if (message.type === "welcome" || message.type === "update") this.seq = message.state.seq;
    if ("id" in message && message.id) this.answered(message.id, message);
    this.listener.hear(message);
  }

  private welcomed(): void {
    this.pause = FIRST_PAUSE;
    this.listener.line("live");
    for (const [id, waiting] of this.waiting) {
      if (waiting.action) this.socket?.send(waiting.text);
      else
        this.answered(id, {
          type: "error",
          id,
          code: "not-now",
          words: w.errors.away,
          key: "page.away",
          values: {},
        });
    }
  }

  private follows(first: number | undefined): boolean {
    return first === undefined || this.seq === undefined || first === this.seq + 1;
  }

  private answered(id: string, message: ServerMessage): void {
    this.waiting.get(id)?.answer(message);
    this.waiting.delete(id);
  }

  private lost(socket: WebSocket): void {
    if (this.ended || socket !== this.socket) return;
    this.listener.line("away");
    this.timer = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
  }

  /** After a sleep the line may be dead without knowing it, and the time is no longer right. */
  private startAgain(): void {
    const old = this.socket;
    clearTimeout(this.timer);
    this.connect();
    old?.close();
    this.listener.jumped?.();
  }

  private hurry = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.pause = FIRST_PAUSE;
    this.connect();
  };
}

/** Unlike `crypto.randomUUID` this works on plain http in the local network too. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
