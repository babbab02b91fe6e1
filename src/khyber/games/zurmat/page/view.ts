// The view of Zurmat, typed: what the server sends of this game.

import type { JsonObject } from "$web/src/lib/contract";

export const SEATS = ["coalition", "taliban"] as const;
export type Seat = (typeof SEATS)[number];
export const UNITS = ["ana", "us", "taliban"] as const;
export type Unit = (typeof UNITS)[number];
export const OPERATIONS = ["recruit", "construct", "declare", "attack", "patrol"] as const;
export type Operation = (typeof OPERATIONS)[number];
export const FACES = ["faction", "neutral"] as const;
export type Face = (typeof FACES)[number];

export const sideOf = (unit: string): Seat => (unit === "taliban" ? "taliban" : "coalition");

/** A side's discs on a tile: how many, and the faces that may be known. */
export interface Discs {
  n: number;
  neutral?: number;
  faction?: number;
}

export interface TileView {
  east: number;
  north: number;
  turn: number;
  poppy: boolean;
  /** The roads as the tile lies, by the edges that each joins. */
  roads: string[];
  control: Seat | "nobody";
  schools: number;
  forts: number;
  units: Partial<Record<Unit, number>>;
  moved: Partial<Record<Unit, number>>;
  discs: Record<Seat, Discs>;
}

export interface DealtTile {
  poppy: boolean;
  roads: string[];
  turns: number[];
}

export interface SideView {
  bag: number;
  /** By face for their owner, else their number. */
  drawn: Partial<Record<Face, number>> | number;
  "discs-due": string[];
  supply: number;
  levels: Record<Operation, number>;
  "levels-now": Record<Operation, number>;
  completed: Record<Operation, number>;
  hand: string[] | number;
  deck: number;
  spent: Record<string, number>;
  "tiles-in-hand": string[];
  objectives: string[] | number;
  "objectives-dealt": string[] | number;
  points: number;
}

/** By origin and destination, the tiles entered. */
export type Ways = Record<string, Record<string, string[]>>;

export interface ZurmatView {
  game: "zurmat";
  scenario: string;
  options: string[];
  step: string;
  active: Seat;
  month: string | null;
  winter: string[];
  tiles: Record<string, TileView>;
  "tiles-dealt": Record<string, DealtTile>;
  roadblock: string[];
  "buildings-left": number;
  event: number | null;
  events: Record<"discard" | "current" | "next" | "two" | "on-tile" | Seat, number[]>;
  project: { tile: string; disturbed: boolean } | null;
  sides: Record<Seat, SideView>;
  operation: {
    operation: Operation;
    level: number;
    completed: boolean;
    left: number;
    "steps-left": number;
    entered: string[];
    "to-fight": string[];
  } | null;
  ways: Partial<Record<"patrol" | "attack", Ways>>;
  bonus: number;
  looking: { side: Seat; tile: string } | null;
  outcome: JsonObject | null;
}

export function zurmatView(view: JsonObject): ZurmatView {
  if (view["game"] !== "zurmat") throw new Error(`not a view of Zurmat: ${String(view["game"])}`);
  return view as unknown as ZurmatView;
}

/** Whether the Operations have levels yet: they get them in the last step before March. */
export const arranged = (view: ZurmatView): boolean => view.month !== null || view.step === "board";

/** The sides whose cards can be seen: one's own, both when the game is over. */
export const ownSides = (view: ZurmatView): Seat[] => SEATS.filter((seat) => Array.isArray(view.sides[seat].hand));

export const isSeat = (id: string): id is Seat => (SEATS as readonly string[]).includes(id);
export const isOperation = (id: string): id is Operation => (OPERATIONS as readonly string[]).includes(id);
