// Printed facts of A Distant Plain, as the server has them.

import { factsOf } from "$web/src/lib/facts";
import type { PlainView, Seat, Total } from "./view";

interface Facts {
  /** Of each total (1.9) whose victory it measures, and what it must exceed (7.2). */
  goals: Record<Total, { seat: Seat; over: number }>;
  /** What Resources must exceed besides (7.2). */
  "resources-goals": Partial<Record<Seat, number>>;
  /** The last number of each track (1.8). */
  tracks: Record<string, number>;
  spaces: Record<string, "city" | "province" | "pakistan" | "loc">;
  /** How many of each piece there are; Guerrillas whatever their state. */
  inventory: Record<string, number>;
  levels: string[];
  steps: string[];
  /** The phases of a Propaganda Round (6), in order, and their steps. */
  phases: Record<string, string[]>;
  /** Steps that belong to certain Factions; in the others any may be active. */
  "active-in": Record<string, string[]>;
  "first-did": string[];
  /** Propaganda cards; Events have other numbers. */
  propaganda: number[];
}

export const facts = (): Facts => factsOf("distant-plain") as unknown as Facts;

/** The phase under way, by its step or, in a replay, its name; null outside a Propaganda Round. */
export const phaseOf = ({ sequence: { step } }: PlainView): string | null =>
  Object.entries(facts().phases).find(([phase, steps]) => phase === step || steps.includes(step))?.[0] ?? null;

export const isLoc = (space: string): boolean => facts().spaces[space] === "loc";
export const isPakistan = (space: string): boolean => facts().spaces[space] === "pakistan";
