// What the board says of places and differences, in the words of the game.

import { app } from "$web/src/lib/app.svelte";
import type { Names } from "$web/src/lib/names";
import { number } from "$web/src/text/catalogue";
import type { Change } from "$web/src/boards/contract";
import { facts } from "./facts";
import { pilesAt, type FreedomView, type Pile } from "./view";

/** A unit or a back, as views name it. */
export const unitName = (unit: string, family: Pile["family"], names: Names): string =>
  names.value(family === "islamists" || family === "alliance" ? family : "ground", unit);

/** Like units once, with how many there are. */
export function listed(pile: Pile, names: Names): string {
  const counts = new Map<string, number>();
  for (const unit of pile.units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].map(([unit, n]) => (n > 1 ? `${n} × ${unitName(unit, pile.family, names)}` : unitName(unit, pile.family, names))).join(", ");
}

export const placeName = (place: string, names: Names): string =>
  place in facts().zones ? names.value("place", place) : names.value("box", place);

/** A place in a sentence: its name, terrain, who controls it, and what lies there. */
export function described(view: FreedomView, place: string, names: Names): string {
  const zone = facts().zones[place];
  const piles = pilesAt(view, place).map((pile) => listed(pile, names));
  return [
    placeName(place, names),
    ...(zone ? [names.value("terrain", zone.terrain), ...(zone.airbase ? [app.t("freedom.airbase")] : []), names.value("control", view.zones[place]?.control ?? "uncontrolled")] : []),
    ...(piles.length ? piles : [app.t("freedom.empty")]),
  ].join(", ");
}

/** What differs between two positions: tracks, control, and the counters of each place. */
export function changes(before: FreedomView, then: FreedomView, names: Names): Change[] {
  const found: Change[] = [];
  for (const track of ["points", "jihad", "turn"] as const) {
    if (before[track] !== then[track]) found.push({ where: track, text: names.label(track), from: before[track], to: then[track] });
  }
  const places = [...Object.keys(then.zones), ...Object.keys(then.staging), ...Object.keys(then.boxes)];
  for (const place of places) {
    const name = placeName(place, names);
    const [was, is] = [before.zones[place]?.control, then.zones[place]?.control];
    if (was && is && was !== is) found.push({ where: place, text: `${name} · ${names.label("control")}`, from: names.value("control", was), to: names.value("control", is) });
    const counts = new Map<string, [number, number]>();
    for (const [at, view] of [before, then].entries()) {
      for (const pile of pilesAt(view, place)) {
        for (const unit of pile.units) {
          const said = unitName(unit, pile.family, names);
          const both = counts.get(said) ?? [0, 0];
          both[at]! += 1;
          counts.set(said, both);
        }
      }
    }
    for (const [unit, [from, to]] of counts) if (from !== to) found.push({ where: place, text: `${name} · ${unit}`, from: number(from), to: number(to) });
  }
  return found;
}
