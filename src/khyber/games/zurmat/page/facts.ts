// Printed facts of Zurmat, as the server has them: shapes of tiles and tokens, and the calendar.

import { factsOf } from "$web/src/lib/facts";

export type Point = readonly [number, number];

export interface Shapes {
  /** The side of a tile. */
  size: number;
  /** The path of a road, by the edges it joins. */
  roads: Record<string, string>;
  /** Where a road from an edge ends at a village. */
  villages: Record<string, Point>;
  house: string;
  houses: Point[];
  poppy: string;
  hills: string;
  poppies: Point[];
  fob: string;
  flag: string;
  signs: Record<string, string>;
  /** Where things lie on a tile. */
  places: Record<string, Point>;
  "building-step": number;
  "disc-room": number;
  "disc-step": number;
}

interface Facts {
  shapes: Shapes;
  months: string[];
  "winter-months": string[];
  "most-buildings": { school: number; fort: number };
  dice: Record<"afghan" | "us" | "fort", ("hit" | "block" | "blank")[]>;
  "objective-points": Record<string, number>;
}

export const facts = (): Facts => factsOf("zurmat") as unknown as Facts;
export const shapes = (): Shapes => facts().shapes;
