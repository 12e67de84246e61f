/** A record file that is being opened: it leads to its replay, or to words that say what is wrong with it. */
import { w } from "../words";
import { bring, holdsInPart, MOST_CHARACTERS } from "./records";
import { go } from "./router.svelte";

class Opened {
  refusal = $state("");
  /** Whether what comes before the fault can be shown. */
  inPart = $state(false);
  private text = "";

  async open(file: File): Promise<void> {
    this.inPart = false;
    if (file.size > MOST_CHARACTERS) {
      this.refusal = w.record.tooLarge;
      return;
    }
    this.text = await file.text();
    await this.show(false);
  }

  openInPart(): Promise<void> {
    return this.show(true);
  }

  private async show(partial: boolean): Promise<void> {
    try {
      const game = await bring(this.text, partial);
      this.refusal = "";
      go(`/replay/${game.game}`);
    } catch (refused) {
      this.refusal = (refused as Error).message;
      this.inPart = !partial && holdsInPart(refused);
    }
  }
}

export const opened = new Opened();
