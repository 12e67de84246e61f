/**
 * What the cloth shows, a breath behind what is true.
 *
 * The server's state is whole and at once; people need to see one thing after the other. The stage
 * plays the events as short scenes, and jumps to the end when the player is quicker than they are.
 */
import { tick } from "svelte";
import { calm, places, shake, sweep, travel } from "./motion";
import { sound } from "./sound";
import type {
  AnyActionEvent,
  Consequence,
  EventView,
  PassEvent,
  PlayEvent,
  PlayView,
  TrickCaused,
} from "./wire";

export interface Moment {
  kind: "out" | "bet" | "bomb" | "late" | "won";
  seat: number;
  words: string;
  /** Tells two equal moments apart. */
  turn: number;
}

interface Scene {
  run(): void;
  hold: number;
}

const PLAY = 300;
const LOOK = 750;
const MOMENT = 900;

export class Stage {
  plays = $state.raw<PlayView[]>([]);
  taken = $state.raw<TrickCaused | null>(null);
  passed = $state.raw<number[]>([]);
  moment = $state.raw<Moment | null>(null);
  /** Nothing more to show: sheets and dialogs may open. */
  idle = $state(true);

  private scenes: Scene[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private truth: PlayView[] = [];
  private moments = 0;

  /** Shows how things are, without a story. */
  reset(trick: PlayView[], passed: number[]): void {
    this.stop();
    this.truth = trick;
    this.plays = trick;
    this.passed = passed;
    this.idle = true;
  }

  /** Tells what happened; `trick` and `passed` are how things are afterwards. */
  tell(events: EventView[], trick: PlayView[], passed: number[]): void {
    this.flush();
    const scenes = events.flatMap((event) => this.scenesOf(event));
    if (events.some((event) => event.kind === "takeback")) return this.reset(trick, passed);
    this.truth = trick;
    this.scenes = [...scenes, { run: () => this.settle(passed), hold: 0 }];
    this.idle = false;
    this.next();
  }

  /** Whatever is still to be shown happens now. */
  flush(): void {
    if (this.idle) return;
    const rest = this.scenes;
    this.stop();
    for (const scene of rest) scene.run();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.scenes = [];
  }

  private next = (): void => {
    const scene = this.scenes.shift();
    if (!scene) return;
    const before = places();
    scene.run();
    void tick().then(() => travel(before));
    if (!this.scenes.length) return;
    if (scene.hold) this.timer = setTimeout(this.next, scene.hold);
    else this.next();
  };

  private settle(passed: number[]): void {
    this.plays = this.truth;
    this.passed = passed;
    this.idle = true;
  }

  private scenesOf(event: EventView): Scene[] {
    if (event.kind === "dealt") return [{ run: () => this.deal(), hold: 0 }];
    if (event.kind !== "action") return [];
    return [
      ...this.lateScene(event),
      this.actionScene(event),
      ...event.then.flatMap((after) => this.consequence(after, event)),
    ];
  }

  /** The clock acts only where time ran out: people should know why something is done for them. */
  private lateScene(event: AnyActionEvent): Scene[] {
    if (event.by !== "clock") return [];
    return [{ run: () => this.say("late", event.seat, "", "turn"), hold: 0 }];
  }

  private actionScene(event: AnyActionEvent): Scene {
    if (event.type === "play") return { run: () => this.play(event), hold: this.pace(PLAY) };
    if (event.type === "pass") return { run: () => this.pass(event), hold: this.pace(PLAY) };
    if (event.type === "bet" && event.amount) {
      return {
        run: () => this.say("bet", event.seat, event.words[0] ?? "", "bet"),
        hold: this.pace(PLAY),
      };
    }
    return { run: () => undefined, hold: 0 };
  }

  private consequence(after: Consequence, event: AnyActionEvent): Scene[] {
    if (after.kind === "out") {
      return [{ run: () => this.say("out", after.seat, after.words, "out"), hold: this.pace(MOMENT) }];
    }
    if (after.kind === "won") {
      return [{ run: () => this.say("won", after.seat, after.words, "won"), hold: 0 }];
    }
    if (after.kind !== "trick") return [];
    const look = { run: () => undefined, hold: this.pace(event.type === "give" ? 0 : LOOK) };
    return [look, { run: () => this.take(after), hold: this.pace(PLAY) }];
  }

  /** Without motion there is less to follow: only the end of a trick stays for a look. */
  private pace = (time: number): number => (calm() ? time / 4 : time);

  private deal(): void {
    this.plays = [];
    this.passed = [];
    this.taken = null;
    sound("sweep");
  }

  private play(event: PlayEvent): void {
    this.taken = null;
    this.passed = [];
    const { seat, cards, reading, reading_words: words } = event;
    this.plays = [...this.plays, { seat, cards, reading, words }];
    if (!event.bomb) return sound("card");
    this.say("bomb", event.seat, event.words[0] ?? "", "bomb");
    shake();
  }

  private pass(event: PassEvent): void {
    this.passed = [...this.passed, event.seat];
    sound("knock");
  }

  private take(after: TrickCaused): void {
    const cards = document.querySelectorAll<HTMLElement>("[data-trick] [data-fly]");
    sweep(cards, `pile-${after.captor}`);
    sound("sweep");
    this.plays = [];
    this.passed = [];
    this.taken = after;
  }

  private say(kind: Moment["kind"], seat: number, words: string, heard: Parameters<typeof sound>[0]): void {
    this.moments += 1;
    this.moment = { kind, seat, words, turn: this.moments };
    sound(heard);
  }
}
