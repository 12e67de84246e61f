/** Generated from the server's types by `make wire`: don't edit. docs/server.md says what it means. */

export type ValueView = string | number | SentenceView | (string | number | SentenceView)[];
export type AnyActionEvent = PlayEvent | BetEvent | GiveEvent | PassEvent;
export type Consequence = TrickCaused | OutCaused | ScoredCaused | WonCaused;
export type EventView =
  | PlainEvent
  | SeatEvent
  | NamedSeatEvent
  | PersonSatEvent
  | BotSatEvent
  | HandedEvent
  | ReplacedEvent
  | SwappedEvent
  | ShufflingEvent
  | DealtEvent
  | TakebackEvent
  | TakebackAskedEvent
  | TakebackAnsweredEvent
  | RematchEvent
  | AnyActionEvent;
export type HintAction = PlayHint | PassHint | BetHint | GiveHint;
export type ClientMessage =
  | PlayMessage
  | PassMessage
  | BetMessage
  | GiveMessage
  | NextMessage
  | TakebackMessage
  | AnswerTakebackMessage
  | ShareMessage
  | DescribeMessage
  | HintMessage
  | ReactMessage
  | PingMessage;
export type ServerMessage =
  | WelcomeMessage
  | UpdateMessage
  | PresenceMessage
  | ReactionMessage
  | OkMessage
  | ErrorMessage
  | DescribedMessage
  | HintedMessage;

export interface ActionView {
  seat: number;
  type: "play" | "pass" | "bet" | "give";
  cards: string;
  reading: string;
  words: string;
  sentence: SentenceView;
}
/**
 * Says the same as the English words beside it; a value may be a sentence itself.
 */
export interface SentenceView {
  key: string;
  values: {
    [k: string]: ValueView;
  };
}
/**
 * Whether another may take an action back.
 */
export interface AnswerTakebackMessage {
  id: string;
  seq: number;
  type: "answer_takeback";
  agree: boolean;
}
export interface AnswerView {
  solution: ActionView;
  points: number;
  second: number;
  reasons: ReasonView[];
  yours: OutcomeView | null;
  solved: boolean;
  counted: boolean;
  progress: ProgressView;
}
export interface ReasonView {
  words: string;
  sentence: SentenceView;
}
/**
 * What another answer than the solution leads to.
 */
export interface OutcomeView {
  action: ActionView;
  points: number;
  behind: number;
  error: number;
}
export interface ProgressView {
  rating: number;
  solved: number;
  failed: number;
  streak: number;
  best_streak: number;
  days: number;
  puzzles: number;
}
export interface PlayEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  seat: number;
  by: "player" | "bot" | "clock";
  then: Consequence[];
  kind: "action";
  type: "play";
  cards: string;
  reading: string;
  reading_words: string;
  bomb: boolean;
}
export interface TrickCaused {
  kind: "trick";
  winner: number;
  captor: number;
  cards: number;
  points: number;
  words: string;
}
export interface OutCaused {
  kind: "out";
  seat: number;
  place: number;
  most: number;
  holder: number;
  words: string;
}
export interface ScoredCaused {
  kind: "scored";
  words: string;
}
export interface WonCaused {
  kind: "won";
  seat: number;
  totals: number[];
  words: string;
}
export interface BetEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  seat: number;
  by: "player" | "bot" | "clock";
  then: Consequence[];
  kind: "action";
  type: "bet";
  amount: number;
}
export interface GiveEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  seat: number;
  by: "player" | "bot" | "clock";
  then: Consequence[];
  kind: "action";
  type: "give";
  to: number;
}
export interface PassEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  seat: number;
  by: "player" | "bot" | "clock";
  then: Consequence[];
  kind: "action";
  type: "pass";
}
export interface BetDecisionView {
  round: number;
  action: number;
  seat: number;
  amount: number;
  best: number;
  loss: number;
  error: number;
  chance: number;
  grade: "fine" | "inaccuracy" | "mistake" | "blunder";
}
export interface BetHint {
  words: string;
  points: number | null;
  type: "bet";
  amount: number;
}
export interface BetMessage {
  id: string;
  seq: number;
  type: "bet";
  amount: number;
}
export interface BetPromise {
  amount: number;
  chance: number;
  gain: number;
}
export interface BotSatEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "sat";
  seat: number;
  name: string;
  bot: true;
  level: string;
}
export interface BotSeat {
  kind: "bot";
  level: string;
}
export interface ByPlayers {
  games: number;
  won: number;
  average_place: number | null;
}
export interface CandidateView {
  action: ActionView;
  points: number;
  error: number;
  first_out: number;
}
export interface CardsBody {
  cards: string;
}
export interface Choice {
  words: string;
  sentence: SentenceView;
  option: string;
  values: Value[];
}
export interface Value {
  words: string;
  sentence: SentenceView;
  value: string;
}
export interface ComboView {
  cards: string;
  reading: string;
  words: string;
}
export interface DealtEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "dealt";
  round: number;
  dealer: number;
  lead: number;
  commitment: string;
}
export interface DecisionView {
  round: number;
  action: number;
  seat: number;
  played: ActionView;
  best: ActionView;
  loss: number;
  error: number;
  grade: "fine" | "inaccuracy" | "mistake" | "blunder";
  forced: boolean;
  candidates: CandidateView[];
  truth: TruthView | null;
}
/**
 * With all hands known; it plays no part in the judgement.
 */
export interface TruthView {
  best: ActionView;
  loss: number;
}
export interface DescribeBody {
  cards: string;
  players?: number | null;
  preset?: string;
  on?: string | null;
}
export interface Described {
  cards: string;
  readings: ReadingView[];
  playable: boolean;
  words: string;
  why: string;
  sentence: SentenceView;
  reason: SentenceView | null;
}
export interface ReadingView {
  reading: string;
  words: string;
  beats: boolean;
  why: string;
  reason: SentenceView | null;
}
export interface Done {
  seq: number;
  again: boolean;
}
/**
 * No fields: `{}`.
 */
export interface Empty {}
export interface ErrorBody {
  code:
    | "bad-request"
    | "notation"
    | "illegal"
    | "ambiguous"
    | "unknown-identity"
    | "not-yours"
    | "not-found"
    | "not-now"
    | "too-large"
    | "too-many"
    | "damaged"
    | "trouble";
  words: string;
  key: string;
  values: {
    [k: string]: ValueView;
  };
  retry_after?: number;
  readings?: ReadingView[];
  in_part?: boolean;
}
export interface EventList {
  events: EventView[];
  more: boolean;
}
export interface PlainEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "created" | "started" | "closed";
}
export interface SeatEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "ready" | "claimed" | "relinked" | "shared";
  seat: number;
}
export interface NamedSeatEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "left" | "returned" | "named" | "removed";
  seat: number;
  name: string;
}
export interface PersonSatEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "sat";
  seat: number;
  name: string;
  bot: false;
}
export interface HandedEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "handed";
  seat: number;
  name: string;
  level: string;
  by: number;
}
export interface ReplacedEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "replaced";
  seat: number;
  name: string;
  level: string;
  by: number;
}
export interface SwappedEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "swapped";
  seat: number;
  other: number;
}
export interface ShufflingEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "shuffling";
  commitment: string;
  commitments: (string | null)[];
}
export interface TakebackEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "takeback";
  seat: number;
  actions: number;
}
export interface TakebackAskedEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "takeback_asked";
  seat: number;
  actions: number;
}
export interface TakebackAnsweredEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "takeback_agreed" | "takeback_refused";
  seat: number;
}
export interface RematchEvent {
  seq: number;
  at: number;
  words: string[];
  sentences: SentenceView[];
  kind: "rematch";
  table: string;
  seat: number;
}
export interface FinishedGame {
  table: string;
  ended: number;
  preset: string;
  names: string[];
  totals: number[];
  seat: number;
  place: number;
  rounds: number;
}
export interface GameList {
  games: FinishedGame[];
  more: boolean;
}
export interface GameOutline {
  game: string;
  table: boolean;
  preset: string;
  target: number | null;
  rounds_to_play: number | null;
  seats: SeatView[];
  you: number | null;
  winner: number | null;
  rounds: RoundOutline[];
  refusal: string | null;
  no_review: string | null;
}
export interface SeatView {
  kind: "person" | "bot" | "open";
  name: string;
  level: string | null;
  left: boolean;
  awaited: string;
}
export interface RoundOutline {
  round: number;
  actions: number;
  totals: number[] | null;
}
export interface GiveHint {
  words: string;
  points: number | null;
  type: "give";
  to: number;
}
export interface GiveMessage {
  id: string;
  seq: number;
  type: "give";
  to: number;
}
export interface Health {
  status: string;
}
export interface Hint {
  level: string;
  actions: HintAction[];
  sentences: SentenceView[];
  reasons: ReasonView[];
}
export interface PlayHint {
  words: string;
  points: number | null;
  type: "play";
  cards: string;
  reading: string;
}
export interface PassHint {
  words: string;
  points: number | null;
  type: "pass";
}
export interface KeyMomentView {
  round: number;
  action: number;
  seat: number;
  played: ActionView;
  best: ActionView;
  loss: number;
  error: number;
  grade: "fine" | "inaccuracy" | "mistake" | "blunder";
  reasons: ReasonView[];
  line: ActionView[];
}
export interface Legal {
  plays: {
    [k: string]: string[];
  };
  words: {
    [k: string]: string;
  };
}
export interface Level {
  words: string;
  sentence: SentenceView;
  name: string;
  plays: Said;
  strength: {
    [k: string]: Said;
  };
  people: PersonView[];
}
export interface Said {
  words: string;
  sentence: SentenceView;
}
export interface PersonView {
  name: string;
  look: LookView;
}
/**
 * What a portrait is drawn from.
 */
export interface LookView {
  skin: "fair" | "rosy" | "tan" | "brown";
  hair: "short" | "long" | "bun" | "curls" | "bob" | "bald";
  hair_colour: "red" | "black" | "brown" | "sand" | "grey" | "white";
  coat: "red" | "orange" | "yellow" | "green" | "blue";
  mouth: "smile" | "grin" | "calm" | "open";
  beard: "none" | "full" | "moustache" | "stubble";
  hat: "none" | "tam" | "cap" | "band";
  glasses: boolean;
}
export interface LevelBody {
  level: string;
}
export interface LineView {
  seat: number;
  cause: "hand" | "tricks" | "haggis" | "leftovers" | "bet won" | "bet lost";
  part: "hand" | "cards" | "bets";
  points: number;
  words: string;
  sentence: SentenceView;
}
export interface Link {
  link: string;
}
/**
 * Where a result came from, in points ahead of the mean of the others.
 */
export interface LuckView {
  deal: number;
  lead: number;
  rest: number;
  given: number;
  own: number;
}
export interface Made {
  table: string;
  link: string;
  seat: number;
}
export interface Me {
  id: string;
  name: string;
  named: boolean;
}
export interface MeSeat {
  share?: string | null;
  kind: "me";
}
/**
 * The table after an action, all hands open.
 */
export interface MomentView {
  dealer: number | null;
  lead: number | null;
  turn: number | null;
  counts: number[];
  courts: string[];
  trick: PlayView[];
  passed: number[];
  captured: Pile[];
  bets: (number | null)[];
  out: number[];
  lines: LineView[];
  on: TopPlay | null;
  action: number;
  ask: "turn" | "give" | "over";
  hands: string[];
  totals: number[];
  event: DealtEvent | AnyActionEvent;
}
export interface PlayView {
  seat: number;
  cards: string;
  reading: string;
  words: string;
}
export interface Pile {
  cards: number;
  points: number;
  plays: string[];
}
/**
 * The play to beat.
 */
export interface TopPlay {
  reading: string;
  words: string;
  seat: number;
}
export interface NameBody {
  name: string;
}
export interface NextMessage {
  id: string;
  seq: number;
  type: "next";
}
export interface OpenSeat {
  kind: "open";
}
/**
 * What a dealt hand promises.
 */
export interface OpeningView {
  seat: number;
  first_out: number;
  points: number;
  bet: number;
  bets: BetPromise[];
  combos: ComboView[];
  bombs: ComboView[];
}
export interface Options {
  levels: Level[];
  default_level: string;
  presets: PresetView[];
  choices: Choice[];
  pace: Pace;
  move_seconds: Range;
  name_length: number;
  suits: string[];
}
export interface PresetView {
  name: string;
  players: number[];
  rules: PresetRules;
}
/**
 * Every option of a preset; it ends at a target or after a number of rounds.
 */
export interface PresetRules {
  courts: string;
  sets: string;
  bets: number[];
  bet_wins: string;
  lost_bet: string;
  bombed_trick: string;
  haggis: string;
  leftovers: string;
  points: string;
  next_lead: string;
  target?: number;
  rounds?: number;
}
export interface Pace {
  default: number;
  most: number;
}
export interface Range {
  least: number;
  most: number;
}
/**
 * The options that differ from the preset.
 */
export interface OptionsBody {
  courts?: string | null;
  sets?: string | null;
  bets?: number[] | null;
  bet_wins?: string | null;
  lost_bet?: string | null;
  bombed_trick?: string | null;
  haggis?: string | null;
  leftovers?: string | null;
  points?: string | null;
  next_lead?: string | null;
}
export interface PassAnswer {
  type: "pass";
}
export interface PassMessage {
  id: string;
  seq: number;
  type: "pass";
}
export interface PlayAnswer {
  type: "play";
  cards: string;
  reading?: string | null;
}
export interface PlayMessage {
  id: string;
  seq: number;
  type: "play";
  cards: string;
  reading?: string | null;
}
export interface PlayerReviewView {
  seat: number;
  name: string;
  decisions: number;
  loss: number;
  loss_ci95: number[] | null;
  level: string;
  classes: {
    [k: string]: number;
  };
  result: number;
  luck: number;
  adjusted: number;
  luck_parts: LuckView;
}
/**
 * The round as the asked seat may know it.
 */
export interface PuzzleState {
  dealer: number | null;
  lead: number | null;
  turn: number | null;
  counts: number[];
  courts: string[];
  trick: PlayView[];
  passed: number[];
  captured: Pile[];
  bets: (number | null)[];
  out: number[];
  lines: LineView[];
  on: TopPlay | null;
  hand: string;
  legal: Legal;
  may_pass: boolean;
  unseen: string;
}
export interface PuzzleView {
  name: string;
  kind: "open" | "hidden" | "opening";
  rating: number;
  day: boolean;
  tried: boolean;
  counts: boolean;
  deals: number;
  seat: number;
  names: string[];
  target: number | null;
  hands: (string | null)[];
  state: PuzzleState;
}
/**
 * One game of such a file.
 */
export interface RecordBody {
  text: string;
  number?: number;
  partial?: boolean;
}
/**
 * One game of a file, as its record says; it is checked when it is brought.
 */
export interface RecordGame {
  number: number;
  names: string[];
  rounds: number;
}
export interface RecordGames {
  count: number;
  games: RecordGame[];
}
/**
 * A file with game records, as text.
 */
export interface RecordsBody {
  text: string;
}
export interface ReplayRound {
  round: number;
  haggis: string;
  moments: MomentView[];
  sheet: Sheet | null;
}
export interface Sheet {
  round: number;
  dealer: number;
  lead: number;
  out: number[];
  scores: ScoreView[];
  lines: LineView[];
  totals: number[];
  hands: string[];
  dealt: string[];
  haggis: string;
  commitment: string;
  salt: string;
  secret: string | null;
}
export interface ScoreView {
  hand: number;
  cards: number;
  bets: number;
  total: number;
}
/**
 * Shows the solution; counts as not solved.
 */
export interface RevealAnswer {
  type: "reveal";
}
/**
 * How far a review is; `review` comes with `done`.
 */
export interface ReviewAnswer {
  status: "none" | "waiting" | "running" | "done" | "stopped";
  done: number;
  total: number;
  decisions: DecisionView[];
  review?: ReviewView;
}
export interface ReviewView {
  nodes: number;
  about_levels: ReasonView | null;
  players: PlayerReviewView[];
  decisions: DecisionView[];
  bets: BetDecisionView[];
  key_moments: KeyMomentView[];
}
export interface RulesText {
  markdown: string;
  sentence: SentenceView;
}
export interface SeatSummary {
  kind: "person" | "bot" | "open";
  name: string;
  level: string | null;
  awaited?: string;
}
export interface Seated {
  seat: number;
}
/**
 * About the seats as they were at an event; if one has changed since, it is refused.
 */
export interface SeatsBody {
  seq?: number | null;
}
export interface ShareBody {
  share?: string | null;
}
/**
 * The share that was promised with the seat; it names no state, for there is only one moment for it.
 */
export interface ShareMessage {
  type: "share";
  id: string;
  share: string;
}
export interface SheetList {
  rounds: Sheet[];
}
/**
 * What the deals are made of, as far as everybody may know it: shares only when none can be chosen any more.
 */
export interface ShuffleView {
  commitment: string;
  commitments: (string | null)[];
  shares: (string | null)[];
  gathering: boolean;
}
export interface SitBody {
  seq?: number | null;
  share?: string | null;
  seat?: number | null;
}
/**
 * The best play of both with all cards open.
 */
export interface SolvedView {
  seat: number;
  rival: number;
  points: number;
  line: ActionView[];
}
/**
 * The whole state as one seat, or a spectator, may know it.
 */
export interface StateView {
  seq: number;
  status: "open" | "playing" | "over" | "closed";
  now: number;
  seats: SeatView[];
  host_seat: number | null;
  round: number;
  target: number | null;
  rounds: number | null;
  totals: number[];
  winner: number | null;
  ready: number[];
  history: number[][];
  sheet: Sheet | null;
  rematch: string | null;
  commitment: string | null;
  shuffle: ShuffleView | null;
  asked: ("turn" | "give") | null;
  deadline: number | null;
  next_deadline: number | null;
  dealer: number | null;
  lead: number | null;
  turn: number | null;
  counts: number[];
  courts: string[];
  trick: PlayView[];
  passed: number[];
  captured: Pile[];
  bets: (number | null)[];
  out: number[];
  lines: LineView[];
  on: TopPlay | null;
  hand: string | null;
  legal: Legal | null;
  may_bet: number[];
  may_pass: boolean;
  may_give: number[];
  unseen: string | null;
  seat: number | null;
  ask: "turn" | "give" | "wait" | "over" | "none" | "watch";
  may_takeback: boolean;
  takeback_by: number | null;
  may_agree: boolean;
  may_hint: boolean;
}
export interface Statistics {
  games: number;
  won: number;
  rounds: number;
  points: number;
  points_a_round: number | null;
  average_place: number | null;
  rounds_out_first: number;
  bets: number;
  bets_won: number;
  bombs: number;
  by_players: {
    [k: string]: ByPlayers;
  };
}
export interface Summary {
  table: string;
  status: "open" | "playing" | "over" | "closed";
  public: boolean;
  preset: string;
  changed: string[];
  end: string;
  seats: SeatSummary[];
  totals: number[];
  round: number;
  takeback: boolean;
  hints: boolean;
  move_seconds: number | null;
  created: number;
  host: string;
  target?: number | null;
  rounds?: number | null;
}
export interface SwapBody {
  seq?: number | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  seats: number[];
}
export interface TableAnswer {
  summary: Summary;
  you: You;
}
export interface You {
  seat: number | null;
  host: boolean;
  player: string | null;
  name: string;
  awaited: string;
}
export interface TableBody {
  /**
   * @minItems 2
   * @maxItems 3
   */
  seats: (MeSeat | OpenSeat | BotSeat)[];
  preset?: string;
  options?: OptionsBody;
  target?: number | null;
  rounds?: number | null;
  public?: boolean;
  takeback?: boolean | null;
  hints?: boolean | null;
  unseen?: boolean | null;
  move_seconds?: number | null;
  pace?: number;
}
export interface TableList {
  tables: Summary[];
}
/**
 * What one table is played by.
 */
export interface TableRules {
  markdown: string;
  sentence: SentenceView;
  preset: string;
  changed: string[];
  rules: PresetRules;
}
export interface TakebackMessage {
  id: string;
  seq: number;
  type: "takeback";
}
export interface TokenBody {
  token: string;
}
export interface DescribeMessage {
  type: "describe";
  id: string;
  cards: string;
}
export interface HintMessage {
  type: "hint";
  id: string;
}
export interface PingMessage {
  type: "ping";
  id: string;
}
export interface ReactMessage {
  type: "react";
  id: string;
  reaction: "cheers" | "laugh" | "groan" | "clap";
}
export interface DescribedMessage {
  cards: string;
  readings: ReadingView[];
  playable: boolean;
  words: string;
  why: string;
  sentence: SentenceView;
  reason: SentenceView | null;
  type: "described";
  id: string;
}
export interface ErrorMessage {
  code:
    | "bad-request"
    | "notation"
    | "illegal"
    | "ambiguous"
    | "unknown-identity"
    | "not-yours"
    | "not-found"
    | "not-now"
    | "too-large"
    | "too-many"
    | "damaged"
    | "trouble";
  words: string;
  key: string;
  values: {
    [k: string]: ValueView;
  };
  retry_after?: number;
  readings?: ReadingView[];
  in_part?: boolean;
  type: "error";
  id: string | null;
}
export interface HintedMessage {
  level: string;
  actions: HintAction[];
  sentences: SentenceView[];
  reasons: ReasonView[];
  type: "hint";
  id: string;
}
export interface OkMessage {
  seq: number;
  again: boolean;
  type: "ok";
  id: string;
}
export interface PresenceMessage {
  type: "presence";
  seats: SeatPresence[];
  watchers: number;
  may_replace: number[];
}
export interface SeatPresence {
  here: boolean;
  since: number;
}
/**
 * Somebody at the table cheers, laughs, groans or claps; it is not kept.
 */
export interface ReactionMessage {
  type: "reaction";
  seat: number;
  reaction: "cheers" | "laugh" | "groan" | "clap";
}
export interface UpdateMessage {
  type: "update";
  events: EventView[];
  state: StateView;
}
export interface WelcomeMessage {
  type: "welcome";
  table: Summary;
  you: You;
  now: number;
  after: number;
  events: EventView[];
  state: StateView;
}
