/** How a deal comes from the server's secret and the players' shares (docs/fair-deals.md): the same as haggis.shuffle in Python. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const RANKS = "23456789T";
const SUITS = "royg";
const THIRD_PLAYERS_SUIT = "b";
const HAND_SIZE = 14;
const NO_SHARE = "-";
const WORD = 2 ** 32;
const WORDS_A_BLOCK = 8;

export type Shares = readonly (string | null)[];

interface Shuffled {
  /** Who deals, if it is the first round. */
  dealer: number;
  hands: string[];
  haggis: string;
}

/** Not the browser's own SHA-256: on plain http, as in a home network, browsers have none. */
const hash = (...lines: (string | number)[]): Uint8Array => sha256(utf8ToBytes(lines.join("\n")));

export const hashText = (...lines: (string | number)[]): string => bytesToHex(hash(...lines));

export const newShare = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/** What is shown of a share before anybody's is known. */
export const shareCommitment = (share: string): string => hashText("haggis-share/1", share);

/** What the secret of a round must lead to: the commitment that was shown before the game. */
export function commitmentOf(secret: string, round: number): string {
  let found = secret;
  for (let step = 0; step < round; step++) found = hashText("haggis-secret/1", found);
  return found;
}

/** The cards of a round. */
export function shuffled(secret: string, round: number, shares: Shares): Shuffled {
  const players = shares.length;
  const seed = hashText("haggis-shuffle/1", round, secret, ...shares.map((share) => share ?? NO_SHARE));
  const below = drawing(seed);
  const dealer = below(players);
  const suits = [...SUITS, ...(players > 2 ? THIRD_PLAYERS_SUIT : "")];
  const usual = [...RANKS].flatMap((rank) => suits.map((suit) => rank + suit));
  const deck = [...usual];
  for (let place = deck.length - 1; place > 0; place--) {
    const other = below(place + 1);
    [deck[place], deck[other]] = [deck[other]!, deck[place]!];
  }
  const text = (from: number, to?: number) => inOrder(deck.slice(from, to), usual);
  const hands = shares.map((_, seat) => text(seat * HAND_SIZE, (seat + 1) * HAND_SIZE));
  return { dealer, hands, haggis: text(players * HAND_SIZE) };
}

const inOrder = (cards: string[], usual: string[]): string =>
  usual.filter((card) => cards.includes(card)).join(" ");

/** Draws numbers below a limit, each equally likely: 32 bits at a time, those beyond the last whole multiple are skipped. */
function drawing(seed: string): (limit: number) => number {
  let drawn = 0;
  let block: Uint8Array = new Uint8Array();
  const next = (): number => {
    const place = drawn % WORDS_A_BLOCK;
    if (place === 0) block = hash("haggis-numbers/1", seed, drawn / WORDS_A_BLOCK);
    drawn++;
    return new DataView(block.buffer, block.byteOffset).getUint32(4 * place);
  };
  return (limit) => {
    let word = next();
    while (word >= WORD - (WORD % limit)) word = next();
    return word % limit;
  };
}
