// What is marked on the edge track.

import type { Names } from "$web/src/lib/names";
import { facts } from "./facts";
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
