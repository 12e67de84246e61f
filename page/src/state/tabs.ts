/** The same seat in two tabs of a browser: the tab that was opened last plays, the other one rests. */

export class OneTab {
  private readonly channel: BroadcastChannel | undefined;
  private claimed = 0;

  constructor(table: string, onother: () => void) {
    if (typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel(`haggis.table.${table}`);
    // Two that claim at once hear of each other: only one of them may rest.
    this.channel.onmessage = (message: MessageEvent<number>) => {
      if (message.data > this.claimed) onother();
    };
  }

  /** From now on this one plays. */
  claim(): void {
    this.claimed = performance.timeOrigin + performance.now();
    this.channel?.postMessage(this.claimed);
  }

  close(): void {
    this.channel?.close();
  }
}
