/** The same seat in two tabs of a browser: the tab that was opened last plays, the other one rests. */

export class OneTab {
  private readonly channel: BroadcastChannel | undefined;

  constructor(table: string, onother: () => void) {
    if (typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel(`haggis.table.${table}`);
    this.channel.onmessage = onother;
  }

  /** From now on this one plays. */
  claim(): void {
    this.channel?.postMessage("here");
  }

  close(): void {
    this.channel?.close();
  }
}
