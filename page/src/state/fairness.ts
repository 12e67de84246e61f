/** Whether a finished round was dealt as promised: judged by this browser alone, from what it saw and kept. */
import { splitCards, type CardText } from "../cards/cards";
import { same, shareBy, shareFor, shareToSend, type Share } from "./shares";
import { commitmentOf, hashText, shareCommitment, shuffled } from "./shuffle";
import type { EventView, Sheet, ShuffleView, StateView } from "./wire";

/** What does not fit. */
export type Fault = "changed" | "played" | "dropped" | "settled" | "share" | "secret" | "cards";

/**
 * `chosen-by-nobody`: my own share is in it. `fits`: the numbers fit, but I gave none. `without-mine`: my share was left out.
 * `unchanged`: nobody gave a share. `broken`: it is not the deal that was promised.
 */
export type Verdict =
  { kind: "chosen-by-nobody" | "fits" | "without-mine" | "unchanged" } | { kind: "broken"; fault: Fault };

const NUMBER_CARD = /^[2-9T]/;

export class Fairness {
  private sent = false;
  private round = 0;
  private held = new Set<CardText>();

  constructor(private readonly table: string) {}

  /** Remembers which cards I was shown; once the server has settled its part, the share to send. */
  look(state: StateView): string | undefined {
    if (state.round !== this.round) this.held.clear();
    this.round = state.round;
    for (const card of splitCards(state.hand ?? "")) if (NUMBER_CARD.test(card)) this.held.add(card);
    if (this.sent || !state.shuffle?.gathering || state.seat === null) return undefined;
    const share = shareToSend(this.table, state.shuffle, state.seat);
    this.sent = share !== undefined;
    return share;
  }

  judge(sheet: Sheet, state: StateView, log: EventView[]): Verdict {
    const fault = this.fault(sheet, state, log);
    if (fault) return { kind: "broken", fault };
    const mine = this.mine(state);
    if (mine) {
      const used = state.shuffle && sheet.secret && state.shuffle.shares.includes(mine.share);
      return { kind: used ? "chosen-by-nobody" : "without-mine" };
    }
    return { kind: state.shuffle && sheet.secret ? "fits" : "unchanged" };
  }

  /** The share that I promised here; a spectator's counts no more. */
  private mine({ seat, shuffle }: StateView): Share | undefined {
    return seat === null ? undefined : (shareBy(shuffle?.commitments[seat]) ?? shareFor(this.table));
  }

  private fault(sheet: Sheet, state: StateView, log: EventView[]): Fault | undefined {
    if (!keepsItsPromise(sheet, log)) return "changed";
    if (!this.wasPlayed(sheet, state, log)) return "played";
    const seen = this.mine(state)?.seen;
    const shuffle = state.shuffle;
    if (seen && (!shuffle || !sheet.secret)) return "dropped";
    if (seen && shuffle && !same(seen, shuffle)) return "settled";
    return shuffle && sheet.secret ? faultOfShuffle(sheet, sheet.secret, shuffle) : undefined;
  }

  /** The deal on the sheet is the one that was played: every card that I held, or saw somebody play, is in her hand there. */
  private wasPlayed(sheet: Sheet, state: StateView, log: EventView[]): boolean {
    if (sheet.round !== this.round) return true;
    const dealt = sheet.dealt.map((cards) => new Set(splitCards(cards)));
    const had = (seat: number, cards: Iterable<CardText>) =>
      [...cards].every((card) => !NUMBER_CARD.test(card) || dealt[seat]?.has(card));
    if (state.seat !== null && !had(state.seat, this.held)) return false;
    return eventsOf(sheet.round, log).every(
      (event) => event.kind !== "action" || event.type !== "play" || had(event.seat, splitCards(event.cards)),
    );
  }
}

/** What the log has of a round; nothing if it does not have its deal. */
function eventsOf(round: number, log: EventView[]): EventView[] {
  const first = log.findIndex((event) => event.kind === "dealt" && event.round === round);
  return first < 0 ? [] : log.slice(first);
}

function keepsItsPromise(sheet: Sheet, log: EventView[]): boolean {
  const { salt, dealer, lead, dealt, haggis, commitment } = sheet;
  const shown = eventsOf(sheet.round, log)[0];
  if (shown?.kind === "dealt" && shown.commitment !== commitment) return false;
  return hashText("haggis-fair/1", salt, `${dealer} ${lead}`, ...dealt, haggis) === commitment;
}

function faultOfShuffle(sheet: Sheet, secret: string, shuffle: ShuffleView): Fault | undefined {
  const { commitments, shares } = shuffle;
  if (!shares.every((share, seat) => share === null || shareCommitment(share) === commitments[seat]))
    return "share";
  if (commitmentOf(secret, sheet.round) !== shuffle.commitment) return "secret";
  const cards = shuffled(secret, sheet.round, shares);
  const dealer = sheet.round > 1 || cards.dealer === sheet.dealer;
  const hands = cards.hands.join() === sheet.dealt.join() && cards.haggis === sheet.haggis;
  return dealer && hands ? undefined : "cards";
}
