/** Stepping through a game by keys and by swiping. */
import type { Replay } from "../state/replay.svelte";

const KEYS: Record<string, (replay: Replay) => Promise<void>> = {
  ArrowRight: (replay) => replay.step(1),
  ArrowLeft: (replay) => replay.step(-1),
  Home: (replay) => replay.jump(replay.number, 0),
  End: (replay) => replay.jump(replay.number, replay.last),
  PageDown: (replay) => replay.jump(replay.number + 1, 0),
  PageUp: (replay) => replay.jump(replay.number - 1, 0),
};

/** Fields and sliders keep their own keys. */
const hasKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && !!target.closest("input, select, textarea, dialog, [role=log], ol");

export function stepKey(event: KeyboardEvent, replay: Replay): void {
  if (event.ctrlKey || event.metaKey || event.altKey || hasKeys(event.target)) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  void act(replay);
}

const FAR = 44;

/** A finger drawn to the left goes forwards, as pages turn. */
export class Swipe {
  private from: { x: number; y: number } | null = null;

  constructor(private readonly turn: (by: 1 | -1) => void) {}

  down(event: PointerEvent): void {
    this.from = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
  }

  up(event: PointerEvent): void {
    if (!this.from) return;
    const [across, along] = [event.clientX - this.from.x, event.clientY - this.from.y];
    this.from = null;
    if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(along)) this.turn(across < 0 ? 1 : -1);
  }
}
