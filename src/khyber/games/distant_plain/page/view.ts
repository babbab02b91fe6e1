// The view of A Distant Plain, typed: what the server sends of this game, and the facts about it that the page needs.

import type { JsonObject } from "$web/src/lib/contract";

export const SEATS = ["coalition", "government", "taliban", "warlords"] as const;
export type Seat = (typeof SEATS)[number];

/** Every kind of piece, in the order in which they are laid out. */
export const PIECES = [
  "coalition-base",
  "coalition-troops",
  "government-base",
  "government-troops",
  "government-police",
  "taliban-base",
  "taliban-guerrilla-underground",
  "taliban-guerrilla-active",
  "warlords-base",
  "warlords-guerrilla-underground",
  "warlords-guerrilla-active",
] as const;
export type Piece = (typeof PIECES)[number];
export type Counts = Partial<Record<Piece, number>>;

export const BOXES = ["available", "casualties", "out-of-play"] as const;
export type Box = (typeof BOXES)[number];

export const POSTURES = ["hostility", "pressure", "tolerance", "backing", "sponsorship"] as const;
export type Posture = (typeof POSTURES)[number];

export const TOTALS = ["support-available", "coin-patronage", "opposition-bases", "uncontrolled"] as const;
export type Total = (typeof TOTALS)[number];

export interface SpaceView {
  pieces: Counts;
  level: "support" | "neutral" | "opposition";
  control: "coin" | "taliban" | "none";
  population: number;
  terror: number;
  sabotage: boolean;
  returnees: boolean;
}

export interface PlainView {
  game: "distant-plain";
  players: string[][];
  spaces: Record<string, SpaceView>;
  available: Counts;
  casualties: Counts;
  "out-of-play": Counts;
  markers: { "terror-and-sabotage": number; returnees: number };
  resources: Partial<Record<Seat, number>>;
  aid: number;
  patronage: number;
  islamabad: { box: Posture; hard: boolean };
  totals: Record<Total, number>;
  margins: Record<Seat, number>;
  card: number | null;
  next: number | null;
  deck: number;
  propaganda: { played: number; of: number };
  capabilities: [number, "unshaded" | "shaded"][];
  momentum: [number, "unshaded" | "shaded"][];
  eligible: Record<Seat, boolean>;
  sequence: {
    step: string;
    active: Seat;
    "first-did": "none" | "operation" | "operation-and-activity" | "event";
    acted: Seat[];
    "to-come": Seat[];
    waiting: Seat[];
  };
  action: { operation: string; limited: boolean; spaces: string[]; activity: string; "activity-spaces": string[] };
  deception: { hidden: number; revealed: string[]; own: string[] | null }[];
}

/** A view as it came from the server; it must be one of this game. */
export function plainView(view: JsonObject): PlainView {
  if (view["game"] !== "distant-plain") throw new Error(`This is no view of A Distant Plain but of ${String(view["game"])}.`);
  return view as unknown as PlainView;
}

export function seatOf(piece: string): Seat {
  return SEATS.find((seat) => piece.startsWith(`${seat}-`)) ?? "coalition";
}

export type PieceKind = "base" | "troops" | "police" | "underground" | "active";

export function kindOf(piece: string): PieceKind {
  if (piece.endsWith("-base")) return "base";
  if (piece.endsWith("-troops")) return "troops";
  if (piece.endsWith("-police")) return "police";
  return piece.endsWith("-active") ? "active" : "underground";
}

/** The pieces that are there at all, in the order of laying out. */
export function present(counts: Counts): { piece: Piece; count: number }[] {
  return PIECES.flatMap((piece) => (counts[piece] ? [{ piece, count: counts[piece] }] : []));
}
