/** Cards travel: from where they were, or from whoever played them, to where they are now. */

const TRAVEL = 250;
const SWEEP = 320;
const EASE = "cubic-bezier(0.2, 0.75, 0.25, 1)";

export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

type Places = Map<string, DOMRect>;

/** Where every travelling thing is now. Take it before a change, hand it to `travel` after. */
export function places(): Places {
  const found: Places = new Map();
  if (calm()) return found;
  for (const thing of document.querySelectorAll<HTMLElement>("[data-fly]")) {
    found.set(thing.dataset.fly ?? "", thing.getBoundingClientRect());
  }
  return found;
}

export function travel(before: Places): void {
  if (calm()) return;
  for (const thing of document.querySelectorAll<HTMLElement>("[data-fly]")) {
    const from = before.get(thing.dataset.fly ?? "") ?? home(thing.dataset.from);
    if (from) glide(thing, from);
  }
}

const home = (name: string | undefined): DOMRect | undefined =>
  name ? document.querySelector(`[data-home="${name}"]`)?.getBoundingClientRect() : undefined;

function glide(thing: HTMLElement, from: DOMRect): void {
  const to = thing.getBoundingClientRect();
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  if (Math.hypot(x, y) < 3 || !to.width) return;
  const scale = Math.min(1.6, Math.max(0.4, from.width / to.width));
  thing.animate(
    [
      { translate: `${x}px ${y}px`, scale: `${scale}` },
      { translate: "0 0", scale: "1" },
    ],
    { duration: TRAVEL, easing: EASE },
  );
}

/** The trick goes to somebody's pile: copies fly, so that the table itself is free at once. */
export function sweep(cards: Iterable<HTMLElement>, to: string): void {
  const goal = home(to);
  if (calm() || !goal) return;
  for (const card of cards) {
    const from = card.getBoundingClientRect();
    const copy = card.cloneNode(true) as HTMLElement;
    copy.removeAttribute("data-fly");
    copy.setAttribute("aria-hidden", "true");
    Object.assign(copy.style, {
      position: "fixed",
      left: `${from.x}px`,
      top: `${from.y}px`,
      width: `${from.width}px`,
      margin: "0",
      zIndex: "60",
      pointerEvents: "none",
    });
    document.body.append(copy);
    const x = goal.x + goal.width / 2 - (from.x + from.width / 2);
    const y = goal.y + goal.height / 2 - (from.y + from.height / 2);
    copy
      .animate(
        [
          { translate: "0 0", scale: "1", opacity: 1 },
          { translate: `${x}px ${y}px`, scale: "0.3", opacity: 0.2 },
        ],
        { duration: SWEEP, easing: "cubic-bezier(0.5, 0, 0.75, 0.4)", fill: "forwards" },
      )
      .finished.finally(() => copy.remove());
  }
}

/** A bomb shakes the cloth a little. */
export function shake(): void {
  if (calm()) return;
  const steps = [0, -6, 5, -4, 3, -1, 0].map((x, step) => ({ translate: `${x}px ${step % 2 ? 2 : -1}px` }));
  document.querySelector("[data-cloth]")?.animate(steps, { duration: 380, easing: "ease-out" });
}
