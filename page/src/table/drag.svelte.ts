/** Dragging cards with finger or mouse: up onto the cloth to play, sideways to sort. */
import type { CardText } from "../cards/cards";

const START = 8;

export interface DragEnd {
  card: CardText;
  x: number;
  y: number;
  /** Let go above the hand, over the cloth. */
  overCloth: boolean;
}

export class Drag {
  card = $state<CardText | null>(null);
  x = $state(0);
  y = $state(0);

  private from: { card: CardText; x: number; y: number; top: number } | null = null;
  /** The click that ends a drag is no choice. */
  private justDragged = false;

  constructor(private readonly done: (end: DragEnd) => void) {}

  down(event: PointerEvent, card: CardText, top: number): void {
    this.justDragged = false;
    if (event.button) return;
    this.from = { card, x: event.clientX, y: event.clientY, top };
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up);
    addEventListener("pointercancel", this.cancel);
  }

  /** Whether a click was the end of a drag; asked once. */
  swallow(): boolean {
    const dragged = this.justDragged;
    this.justDragged = false;
    return dragged;
  }

  private move = (event: PointerEvent): void => {
    if (!this.from) return;
    this.x = event.clientX - this.from.x;
    this.y = event.clientY - this.from.y;
    if (Math.hypot(this.x, this.y) > START) this.card = this.from.card;
  };

  private up = (event: PointerEvent): void => {
    const { card, from } = this;
    this.cancel();
    if (!card || !from) return;
    this.justDragged = true;
    this.done({ card, x: event.clientX, y: event.clientY, overCloth: event.clientY < from.top });
  };

  private cancel = (): void => {
    this.from = null;
    this.card = null;
    this.x = this.y = 0;
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.up);
    removeEventListener("pointercancel", this.cancel);
  };
}
