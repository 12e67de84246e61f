/** My name: what is typed is kept without a further click, and before anything else is asked of the server. */
import { api } from "./api";

const PAUSE = 500;

class MyName {
  typed = $state("");
  saved = $state("");
  /** Why the server does not take the name. */
  refusal = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;

  async load(): Promise<void> {
    const me = await api.me();
    this.saved = me.name;
    this.typed ||= me.name;
  }

  /** After a pause in typing. */
  later(): void {
    this.refusal = "";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keep(), PAUSE);
  }

  /** Now: before a table is made or taken. */
  async keep(): Promise<void> {
    clearTimeout(this.timer);
    const wanted = this.typed.trim();
    if (!wanted || !this.saved || wanted === this.saved) return;
    try {
      this.saved = (await api.rename(wanted)).name;
      this.refusal = "";
    } catch (refused) {
      this.refusal = (refused as Error).message;
    }
  }
}

export const myName = new MyName();
