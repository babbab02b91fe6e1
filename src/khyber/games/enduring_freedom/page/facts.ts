// Printed facts of Enduring Freedom, as the server has them: the map, counters, prices, tracks.

import { factsOf } from "$web/src/lib/facts";

export type Box4 = readonly [number, number, number, number];

export interface ZoneFacts {
  outline: number[];
  label: [number, number];
  /** Left, top, width and height for counters. */
  room: Box4;
  /** The middles of these marks. */
  flag: [number, number];
  airbase: [number, number] | null;
  kind: "region" | "city" | "stronghold";
  terrain: "clear" | "desert" | "mountain" | "city" | "stronghold";
  adjacent: string[];
}

export interface CounterFacts {
  family: "islamists" | "alliance" | "ground" | "air" | "assets";
  contingent: string;
  type: string;
  size: string;
  factors: [number, number];
  elite: [boolean, boolean];
  sof: boolean;
  heavy: boolean;
  airmobile: boolean;
  count: number;
  price: number;
  symbol: string;
  colour: string;
  frame: "" | "friend" | "hostile";
}

export interface Symbol {
  stroke?: string;
  fill?: string;
  text?: string;
}

interface Facts {
  map: {
    view: Box4;
    roads: Record<string, number[]>;
    links: { staging: string; zone: string; kind: "road" | "iranian" | "line"; line: number[] }[];
    staging: Record<string, Box4>;
    boxes: Record<string, Box4>;
    /** The list of Jihad events. */
    events: Box4;
    neighbours: Record<string, [number, number, number]>;
  };
  zones: Record<string, ZoneFacts>;
  faces: {
    frames: Record<"friend" | "hostile", string>;
    sizes: Record<string, string>;
    colours: Record<string, [string, string]>;
    symbols: Record<string, Symbol>;
  };
  counters: Record<string, CounterFacts>;
  prices: Record<"asset-pair" | "fob" | "irgc" | "alliance" | "edge" | "refit-ground" | "refit-air", number>;
  jihad: { "lower-line": number[]; edge: number[] };
  victory: Record<string, number>;
  points: { start: number; most: number };
  turns: number;
  capacity: Record<string, number>;
}

export const facts = (): Facts => factsOf("enduring-freedom") as unknown as Facts;

/** The kind of a counter as views name it: a state may follow ("us-1-10 reduced"). */
export const kindOf = (unit: string): string => unit.split(" ", 1)[0]!;

export const counterOf = (unit: string): CounterFacts | undefined => facts().counters[kindOf(unit)];

/** The key of the option that stands for a unit: the place is part of it where there are several such counters. */
export function keyOf(unit: string, place: string): string {
  const kind = kindOf(unit);
  return (facts().counters[kind]?.count ?? 1) === 1 ? kind : `${kind} ${place}`;
}

/** The victory level that a number of points means (5.0). */
export function levelOf(points: number): string {
  const levels = Object.entries(facts().victory);
  return points <= 0 ? "catastrophe" : (levels.filter(([, least]) => points >= least).at(-1)?.[0] ?? levels[0]![0]);
}
