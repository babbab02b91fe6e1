// What differs between two boards, in short words: what a choice would change.

import type { Names } from "$web/src/lib/names";
import type { Change } from "$web/src/boards/contract";
import { BOXES, PIECES, SEATS, type PlainView } from "./view";

/** A change whose place lights up: a space, a track, or a box. */
export function changesBetween(before: PlainView, then: PlainView, names: Names): Change[] {
  const label = (id: string): string => names.label(id);
  const found: Change[] = [];
  const add = (where: string, text: string, from: number | string, to: number | string) => {
    if (from !== to) found.push({ where, text, from, to });
  };
  for (const seat of SEATS) {
    add(`resources.${seat}`, `${label("resources")}: ${names.seat(seat)}`, before.resources[seat] ?? 0, then.resources[seat] ?? 0);
  }
  add("aid", label("aid"), before.aid, then.aid);
  add("patronage", label("patronage"), before.patronage, then.patronage);
  add("islamabad", label("islamabad"), names.value("box", before.islamabad.box), names.value("box", then.islamabad.box));
  for (const [space, now] of Object.entries(then.spaces)) {
    const was = before.spaces[space];
    if (!was || was === now) continue;
    const where = names.value("space", space);
    for (const piece of PIECES) {
      add(space, `${where}: ${names.counted("pieces", piece, 2)}`, was.pieces[piece] ?? 0, now.pieces[piece] ?? 0);
    }
    add(space, where, names.value("level", was.level), names.value("level", now.level));
    add(space, where, names.value("control", was.control), names.value("control", now.control));
    add(space, `${where}: ${label("terror")}`, was.terror, now.terror);
    add(space, `${where}: ${label("sabotage")}`, was.sabotage ? 1 : 0, now.sabotage ? 1 : 0);
    add(space, `${where}: ${label("population")}`, was.population, now.population);
  }
  for (const box of BOXES.slice(1)) {
    for (const piece of PIECES) {
      add(box, `${label(box)}: ${names.counted("pieces", piece, 2)}`, before[box][piece] ?? 0, then[box][piece] ?? 0);
    }
  }
  for (const kind of ["capabilities", "momentum"] as const) {
    for (const [card, side] of then[kind]) {
      if (!before[kind].some(([was, then]) => was === card && then === side)) found.push({ where: kind, text: label(kind), from: "–", to: `${card} ${names.value("side", side)}` });
    }
  }
  for (const seat of SEATS) {
    add(`margins.${seat}`, `${label("margins")}: ${names.seat(seat)}`, before.margins[seat], then.margins[seat]);
  }
  return found;
}
