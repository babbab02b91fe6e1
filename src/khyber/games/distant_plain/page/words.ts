// What is said of a space: every fact about it in one breath, for screen readers and tooltips.

import type { Names } from "$web/src/lib/names";
import type { Key, Params } from "$web/src/text/catalogue";
import { present, type SpaceView } from "./view";
import type { Shape } from "./shapes";

export type Say = (key: Key, params?: Params) => string;

export function nameOf(shape: Shape, names: Names): string {
  return names.named("space", shape.id) ?? shape.name;
}

export function kindText(shape: Shape, say: Say): string {
  if (shape.kind === "city") return say("plain.city");
  if (shape.kind === "pakistan") return say("plain.pakistan");
  if (shape.kind === "loc") return say("plain.loc", { n: shape.econ });
  if (shape.terrain === "mountain") return say(shape.pashtun ? "plain.mountain-pashtun" : "plain.mountain");
  return say(shape.pashtun ? "plain.plains-pashtun" : "plain.plains");
}

/** The facts of a space one by one: what kind it is, how it stands, what is there. */
export function facts(shape: Shape, space: SpaceView, names: Names, say: Say): string[] {
  const told = [kindText(shape, say)];
  if (shape.kind !== "loc") {
    told.push(say("plain.population", { n: space.population }));
    told.push(names.value("control", space.control));
    if (space.level !== "neutral") told.push(names.value("level", space.level));
    if (space.terror) told.push(say("plain.terror", { n: space.terror }));
    if (space.returnees) told.push(say("plain.returnees"));
  } else if (space.sabotage) told.push(say("plain.sabotage"));
  const pieces = present(space.pieces);
  for (const { piece, count } of pieces) told.push(pieceText(piece, count, names));
  if (!pieces.length) told.push(say("plain.no-pieces"));
  return told;
}

export function pieceText(piece: string, count: number, names: Names): string {
  return `${count} ${names.counted("pieces", piece, count)}`;
}
