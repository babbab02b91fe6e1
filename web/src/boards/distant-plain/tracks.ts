// What is marked on the edge track, and in which lane each marker stands so that none hides another.

import type { Names } from "../../lib/names";
import { facts, trackEnd } from "./facts";
import { TOTALS, type PlainView, type Seat } from "./view";

export interface Pin {
  /** `aid`, `patronage`, `resources.taliban`, or the id of a total. */
  id: string;
  seat: Seat | null;
  name: string;
  value: number;
  /** What it must exceed for victory. */
  over: number | null;
}

/** Victory totals (1.9). */
export function totals(view: PlainView, names: Names): Pin[] {
  const { goals } = facts();
  return TOTALS.map((id) => ({ id, ...goals[id], name: names.label(id), value: view.totals[id] }));
}

/** Resources, Aid and Patronage (1.8). */
export function means(view: PlainView, names: Names): Pin[] {
  const seats = (["government", "taliban", "warlords"] as const).flatMap((seat): Pin[] => {
    const value = view.resources[seat];
    if (value === undefined) return [];
    const over = facts()["resources-goals"][seat] ?? null;
    return [{ id: `resources.${seat}`, seat, name: `${names.label("resources")}: ${names.seat(seat)}`, value, over }];
  });
  const plain = (["aid", "patronage"] as const).map(
    (id): Pin => ({ id, seat: null, name: names.label(id), value: view[id], over: null }),
  );
  return [...seats, ...plain];
}

/** Where on the track, from 0 to 1; beyond its end markers stand at the end. */
export function place(value: number): number {
  const end = trackEnd();
  return Math.min(Math.max(value, 0), end) / end;
}

/** The lane of each marker, counted from the track, when they are so wide on a track of this width. */
export function lanes(pins: readonly { value: number; wide: number }[], width: number): number[] {
  const taken: [number, number][][] = [];
  const found = new Array<number>(pins.length).fill(0);
  const order = pins.map((_, at) => at).sort((a, b) => pins[a]!.value - pins[b]!.value);
  for (const at of order) {
    const { value, wide } = pins[at]!;
    const middle = middleOf(value, wide, width);
    const span: [number, number] = [middle - wide / 2 - 1, middle + wide / 2 + 1];
    let lane = 0;
    while (taken[lane]?.some(([from, to]) => span[0] < to && from < span[1])) lane++;
    (taken[lane] ??= []).push(span);
    found[at] = lane;
  }
  return found;
}

/** The middle of a marker in pixels: at its number, but within the track. */
export function middleOf(value: number, wide: number, width: number): number {
  return Math.min(Math.max(place(value) * width, wide / 2), Math.max(width - wide / 2, wide / 2));
}
