// The marks beside the counters of a place: ISR missions, aircraft over their target, battles to come, what the reaction did.

import type { Reactions } from "./reactions";
import { isDrawn, roomOf, type FreedomView } from "./view";

export interface Mark {
  kind: "isr" | "strike" | "battle" | "islamists" | "alliance";
  place: string;
  x: number;
  y: number;
  /** How many came or went. */
  text?: string;
}

export const SIGNS: Partial<Record<Mark["kind"], string>> = {
  isr: "M-7 0q7-7 14 0q-7 7-14 0zM-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
  strike: "M-8 0H8M0-8V8M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
  battle: "M-6-6L6 6M6-6L-6 6M-7 3l4 4M7 3l-4 4",
};

/** All marks; those of one place stand below each other at the right of its counters. */
export function marksOf(view: FreedomView, { changes }: Reactions): Mark[] {
  const taken = new Map<string, number>();
  const wanted: [Mark["kind"], string, string?][] = [
    ...view.missions.map((place) => ["isr", place] as [Mark["kind"], string]),
    ...Object.entries(view.zones).flatMap(([place, { air }]) => (Object.keys(air).length ? [["strike", place] as [Mark["kind"], string]] : [])),
    ...view["to-fight"].map((place) => ["battle", place] as [Mark["kind"], string]),
    ...changes.map(({ place, side, n }) => [side, place, n > 0 ? `+${n}` : `−${-n}`] as [Mark["kind"], string, string]),
  ];
  return wanted.flatMap(([kind, place, text]) => {
    if (!isDrawn(place)) return [];
    const [x, y, width] = roomOf(place)!;
    const at = taken.get(place) ?? 0;
    taken.set(place, at + 1);
    return [{ kind, place, x: x + width - 2, y: y + 8 + 23 * at, ...(text === undefined ? {} : { text }) }];
  });
}
