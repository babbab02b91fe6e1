// What goes over the wire, as docs/server.md tells it. Nothing here knows any game.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface Problem {
  code: string;
  message: string;
}

export interface Person {
  id: string;
  name: string;
  guest: boolean;
}

export interface Me {
  user: Person | null;
  recovery_code?: string;
}

export interface Session {
  id: string;
  /** Browser and system; empty if it did not say. */
  device: string;
  created: number;
  used: number;
  current: boolean;
}

export interface Named {
  id: string;
  name: string;
}

export interface GameInfo {
  id: string;
  name: string;
  seats: Named[];
  scenarios: Named[];
  options: Named[];
  bots: string[];
  player_counts: number[];
  languages: string[];
  rules_version: string;
  board: boolean;
}

/** What ids are called: for each parameter the names of its values, and labels of what a view shows. */
export interface Texts {
  language: string;
  words: Record<string, Record<string, string>>;
  labels: Record<string, string>;
  /** For each parameter the values whose printed component is reconstructed, in whole or in part. */
  reconstructed: Record<string, string[]>;
}

/** A printed table; the first cell of a row names the row. */
export interface PrintedTable {
  id: string;
  title: string;
  columns: string[];
  rows: { text: string; reconstructed: boolean }[][];
  /** Whether the table itself is reconstructed, in whole or in part. */
  reconstructed: boolean;
}

export interface RuleText {
  number: string;
  title: string;
  text: string;
  tables: PrintedTable[];
}

export interface NewTable {
  game: string;
  scenario: string;
  options: string[];
  seats: Record<string, string>;
  players?: number;
  name: string;
  sandbox: boolean;
  public: boolean;
}

export interface TableMade {
  id: string;
  invites: Record<string, string>;
}

export interface SeatInfo {
  seat: string;
  name: string;
  agent: string;
  player: string | null;
  mine: boolean;
  here: boolean;
  invited: boolean;
}

export type Status = "running" | "paused" | "over";

export interface TableInfo {
  id: string;
  game: string;
  name: string;
  status: Status;
  sandbox: boolean;
  imported: boolean;
  public: boolean;
  host: boolean;
  version: number;
  steps: number;
  asked: string | null;
  my_turn: boolean;
  seats: SeatInfo[];
  outcome: JsonObject | null;
  created: number;
  changed: number;
}

export interface OptionText {
  key: string;
  text: string;
  /** What the option mentions, by parameter (space, piece, count, dest ...): the page lights it on the board. */
  about: Record<string, string | number>;
  /** What speaks against it: the page asks for confirmation. */
  warning?: string;
}

/** What is asked; all but the seat only to its owner. */
export interface Question {
  seat: string;
  ask?: string;
  rule?: string;
  question?: string;
  about?: JsonObject;
  options?: OptionText[];
}

export interface Told {
  n: number;
  /** The step it happened in, numbered from 1. */
  step: number;
  kind: string;
  rule: string;
  text: string;
  told: JsonObject;
}

export interface Ending {
  winner: string;
  ranking: string[];
  /** Who of them lose equally, whatever their margins. */
  equal: string[];
  margins: Record<string, number>;
  ending: string;
  winner_name: string;
  text: string;
}

export interface UndoAsked {
  seat: string;
  waiting: string[];
  /** Whether I asked: then `agree` with false withdraws it. */
  mine: boolean;
}

export interface Frame {
  type: "frame";
  version: number;
  epoch: number;
  status: Status;
  seats: string[];
  players: SeatInfo[];
  view: JsonObject;
  decision: Question | null;
  asides: Record<string, OptionText[]>;
  since: number;
  events: Told[];
  outcome: Ending | null;
  can_undo: string[];
  undo: UndoAsked | null;
  /** The number of the first event after the last choice of my own seats; 0 for who has none. */
  last_turn: number;
  trouble?: string;
  /** Nobody can play on: the table took more than its share of time or memory. */
  quarantined: boolean;
}

/** A bot that somebody else put into my seat while I was away, and how much it chose there. */
export interface StoodIn {
  seat: string;
  agent: string;
  by: string;
  at: number;
  choices: number;
  still: boolean;
}

export interface ChatLine {
  id: number;
  user: string;
  name: string;
  text: string;
  at: number;
  wish: Wish | null;
}

/** One seat asks another for a voluntary transfer. It binds nobody: giving is an aside of the other seat. */
export interface Wish {
  seat: string;
  to: string;
  /** A word of the game for what is wanted, as in the `about` of asides (resources, for one). */
  what: string;
  amount: number;
}

/**
 * Why a preview goes no further: a die, something hidden would come to light, another seat is asked, one of mine is, the
 * step is over (a turn, mostly), the game is.
 */
export type Stopped = "die" | "reveal" | "seat" | "question" | "step" | "over";

/** What a choice would change, on a world that the seat may know. */
export interface Preview {
  type: "preview";
  id: number;
  version: number;
  seat: string;
  key: string;
  /** The whole view of my seats as it would be then. */
  view: JsonObject;
  /** What would be told; `n` goes on from the events there are. */
  events: Told[];
  stopped: Stopped;
}

export type Received =
  | Frame
  | { type: "ack"; id: number; version: number }
  | { type: "error"; error: Problem; id?: number | null }
  | { type: "chat"; lines: ChatLine[] }
  | { type: "presence"; here: string[]; watching: number }
  | { type: "away"; stood_in: StoodIn[] }
  | { type: "asides"; version: number; asides: Record<string, OptionText[]>; id: number }
  | Preview
  | { type: "pong"; id: number };

export type Said =
  | { type: "choose"; id: number; version: number; seat: string; key: string }
  | { type: "undo"; id: number; version: number; seat: string }
  | { type: "agree"; id: number; version: number; agree: boolean }
  | { type: "chat"; id: number; text: string }
  | { type: "preview"; id: number; version: number; seat: string; key: string }
  | { type: "wish"; id: number; seat: string; to: string; what: string; amount: number; text?: string }
  | { type: "asides"; id: number }
  | { type: "state"; id: number }
  | { type: "ping"; id: number };

/**
 * A moment of a game. Steps are numbered from 1, and 0 is the set-up; step `steps` + 1 is the one under way, until the
 * game is over. One's own view while the game runs, everything once it is over.
 */
export interface Replayed {
  step: number;
  steps: number;
  /** The id of the step. */
  name: string;
  view: JsonObject;
  /** What was told in the step: all of it, or up to the `choice`-th choice. */
  events: Told[];
  /** Choices of the step made so far. */
  choice: number;
  /** How many choices the step has; so far, if it is under way. */
  choices: number;
  /** The choice that led here; null before the first one of a step. */
  asked: Asked | null;
}

/** A question of the past and what was answered to it. A voluntary act has no question: that is "". */
export interface Asked {
  seat: string;
  question: string;
  /** "" where it is not mine to know. */
  answer: string;
  /** The key of the answer, likewise. */
  key: string;
  about: Record<string, string | number>;
}

// -- studying a game ------------------------------------------------------------------------------------

/** A line of a chart. */
export interface Series {
  id: string;
  name: string;
  /** Series of one group share an axis: "margins", "totals", "support", "resources", "tracks"; "points" in Zurmat. */
  group: string;
  seat: string | null;
  threshold: number | null;
}

/** A step, numbered as in Replayed, and how things stood at its end (or stand now, if it is under way). */
export interface Moment {
  step: number;
  name: string;
  /** What the step was, in words. */
  title: string;
  /** What was done in it, as the log has it: the headlines. */
  done: string[];
  /** In whose turn it was; "" in nobody's. */
  seat: string;
  /** The card on the table then, where the game has such; null otherwise. */
  card: number | null;
  choices: number;
  values: Record<string, number>;
}

export interface Timeline {
  series: Series[];
  steps: Moment[];
}

/** What a bot thought in one step. */
export interface Explanation {
  step: number;
  seat: string;
  bot: string;
  reasons: string[];
  answers: Answered[];
  /** Whether reasons may rest on secrets, which are told when the game is over. */
  untold: boolean;
  /** Whether the step could not be thought through to its end. */
  stopped: boolean;
  /** How many choices the bot had no plan for: somebody else had begun the turn. */
  unplanned: number;
}

export interface Answered {
  question: string;
  answer: string;
}

export interface Hint {
  seat: string;
  bot: string;
  /** The option it would take; null if it has no answer. */
  key: string | null;
  text: string;
  reasons: string[];
  /** Why there is no answer: the game has no bot, or the bot no plan from here; "" if there is one. */
  silent: "" | "no-bot" | "no-plan";
  /** Whether the bot would have begun this step otherwise. */
  departed: boolean;
}

export interface PositionChecked {
  ok: boolean;
  problem: string | null;
  /** What an accepted position does that its author may not expect. */
  warnings: string[];
  view: JsonObject | null;
}

/** What a card does, in our words, and where that comes from. */
export interface Card {
  /** What it is looked up by besides its title. */
  id: string;
  /** 0 where it has none. */
  number: number;
  title: string;
  /** The seats in the order of the card; empty where it has none. */
  order: string[];
  capability: boolean;
  momentum: boolean;
  unshaded: string;
  shaded: string;
  flavour: string | null;
  /** How well what we say of the card is known: an id, and that in words. */
  origin: string;
  origin_text: string;
  /** The heading under which a list of all cards has it; "" where there is no such list. */
  group: string;
  /** In a line: whose it is, how many there are, what it is worth. */
  facts: string;
  /** Which of its texts are reconstructed, in whole or in part. */
  reconstructed: ("unshaded" | "shaded")[];
}
