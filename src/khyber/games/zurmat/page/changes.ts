// What differs between two positions, in short words: what a choice would change.

import type { Names } from "$web/src/lib/names";
import type { Change } from "$web/src/boards/contract";
import { OPERATIONS, SEATS, UNITS, type ZurmatView } from "./view";

export function changesBetween(before: ZurmatView, then: ZurmatView, names: Names): Change[] {
  const found: Change[] = [];
  const add = (where: string, text: string, from: number | string, to: number | string) => {
    if (from !== to) found.push({ where, text, from, to });
  };
  for (const [id, now] of Object.entries(then.tiles)) {
    const was = before.tiles[id];
    const where = names.value("tile", id);
    if (!was) continue;
    for (const unit of UNITS) add(id, `${where}: ${names.counted("units", unit, 2)}`, was.units[unit] ?? 0, now.units[unit] ?? 0);
    add(id, `${where}: ${names.label("schools")}`, was.schools, now.schools);
    add(id, `${where}: ${names.label("forts")}`, was.forts, now.forts);
    add(id, `${where}: ${names.label("control")}`, names.value("side", was.control), names.value("side", now.control));
    for (const seat of SEATS) add(id, `${where}: ${names.label("discs")}, ${names.seat(seat)}`, was.discs[seat].n, now.discs[seat].n);
  }
  for (const seat of SEATS) {
    const [was, is] = [before.sides[seat], then.sides[seat]];
    add(`points.${seat}`, `${names.label("points")}: ${names.seat(seat)}`, was.points, is.points);
    for (const one of OPERATIONS) add(one, `${names.value("operation", one)}: ${names.seat(seat)}`, was["levels-now"][one], is["levels-now"][one]);
  }
  return found;
}
