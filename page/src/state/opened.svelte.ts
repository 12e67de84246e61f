/** A record file that is being opened: it leads to its replay, or to words that say what is wrong with it. */
import { w } from "../words";
import { Refused } from "./api";
import { bring, choiceOf, MOST_CHARACTERS } from "./records";
import { go } from "./router.svelte";
import type { RecordGames } from "./wire";

class Opened {
  refusal = $state("");
  /** Whether what comes before the fault can be shown. */
  inPart = $state(false);
  /** Of a file that holds several games: one is to be chosen. */
  choice = $state.raw<RecordGames | null>(null);
  private text = "";
  private number = 1;

  async open(file: File): Promise<void> {
    this.refusal = "";
    this.inPart = false;
    this.choice = null;
    if (file.size > MOST_CHARACTERS) {
      this.refusal = w.record.tooLarge;
      return;
    }
    const text = decoded(await file.arrayBuffer());
    if (text === null) {
      this.refusal = w.record.notUtf8;
      return;
    }
    this.text = text;
    this.choice = await choiceOf(this.text);
    if (!this.choice) await this.choose(1);
  }

  choose(number: number): Promise<void> {
    this.choice = null;
    this.number = number;
    return this.show(false);
  }

  openInPart(): Promise<void> {
    return this.show(true);
  }

  private async show(partial: boolean): Promise<void> {
    try {
      const game = await bring(this.text, this.number, partial);
      this.refusal = "";
      go(`/replay/${game.game}`);
    } catch (refused) {
      this.refusal = (refused as Error).message;
      this.inPart = refused instanceof Refused && refused.inPart;
    }
  }
}

/** What `file.text()` can't read it replaces by other letters, in silence. */
function decoded(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export const opened = new Opened();
