/** The shares that this browser has promised, and what the server had promised when each was sent: never changed afterwards. */
import { newShare, shareCommitment } from "./shuffle";
import { keep, kept } from "./storage.svelte";
import type { ShuffleView } from "./wire";

const KEY = "haggis.shares";
const MOST = 60;

/** What the server had settled before it saw the share. */
type Seen = Pick<ShuffleView, "commitment" | "commitments">;

export interface Share {
  share: string;
  commitment: string;
  /** Where it was promised, as soon as that is known. */
  table?: string;
  seen?: Seen;
}

/** Also where nothing can be kept the page knows them, until it is left. */
let known: Share[] | undefined;

function all(): Share[] {
  const found = known ?? kept(KEY);
  return (known = Array.isArray(found) ? (found as Share[]) : []);
}

function remember(share: Share): void {
  const others = all().filter((other) => other.commitment !== share.commitment);
  known = [share, ...others].slice(0, MOST);
  keep(KEY, known);
}

/** A new share: what is asked for with its commitment tells at which table it was promised. */
export async function promising<T>(
  ask: (commitment: string) => Promise<T>,
  tableOf: (answer: T) => string,
): Promise<T> {
  const share = newShare();
  const promised: Share = { share, commitment: shareCommitment(share) };
  remember(promised);
  const answer = await ask(promised.commitment);
  remember({ ...shareBy(promised.commitment)!, table: tableOf(answer) });
  return answer;
}

export const shareBy = (commitment: string | null | undefined): Share | undefined =>
  all().find((share) => share.commitment === commitment);

export const shareFor = (table: string): Share | undefined => all().find((share) => share.table === table);

/**
 * The share to send now that the server has settled its part, which is kept first. A share is sent for one shuffle
 * only: a server that settles again, knowing it, gets nothing.
 */
export function shareToSend(table: string, shuffle: ShuffleView, seat: number): string | undefined {
  const found = shareBy(shuffle.commitments[seat]);
  if (!found || (found.table && found.table !== table)) return undefined;
  const { commitment, commitments } = shuffle;
  if (found.seen && !same(found.seen, shuffle)) return undefined;
  remember({ ...found, table, seen: { commitment, commitments } });
  return found.share;
}

export const same = (seen: Seen, told: Seen): boolean =>
  seen.commitment === told.commitment && seen.commitments.join() === told.commitments.join();
