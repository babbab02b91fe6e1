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
}

export interface RuleText {
  number: string;
  title: string;
  text: string;
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
  kind: string;
  rule: string;
  text: string;
  told: JsonObject;
}

export interface Ending {
  winner: string;
  ranking: string[];
  margins: Record<string, number>;
  ending: string;
  winner_name: string;
  text: string;
}

export interface UndoAsked {
  seat: string;
  waiting: string[];
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
  trouble?: string;
}

export interface ChatLine {
  id: number;
  user: string;
  name: string;
  text: string;
  at: number;
}

export type Received =
  | Frame
  | { type: "ack"; id: number; version: number }
  | { type: "error"; error: Problem; id?: number | null }
  | { type: "chat"; lines: ChatLine[] }
  | { type: "presence"; here: string[]; watching: number }
  | { type: "asides"; version: number; asides: Record<string, OptionText[]>; id: number }
  | { type: "pong"; id: number };

export type Said =
  | { type: "choose"; id: number; version: number; seat: string; key: string }
  | { type: "undo"; id: number; version: number; seat: string }
  | { type: "agree"; id: number; version: number; agree: boolean }
  | { type: "chat"; id: number; text: string }
  | { type: "asides"; id: number }
  | { type: "state"; id: number }
  | { type: "ping"; id: number };

export interface Replayed {
  step: number;
  steps: number;
  name: string;
  view: JsonObject;
  events: Told[];
}
