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
  if (shape.kind === "city") return say("board.city");
  if (shape.kind === "pakistan") return say("board.pakistan");
  if (shape.kind === "loc") return say("board.loc", { n: shape.econ });
  if (shape.terrain === "mountain") return say(shape.pashtun ? "board.mountain-pashtun" : "board.mountain");
  return say(shape.pashtun ? "board.plains-pashtun" : "board.plains");
}

/** The facts of a space one by one: what kind it is, how it stands, what is there. */
export function facts(shape: Shape, space: SpaceView, names: Names, say: Say): string[] {
  const told = [kindText(shape, say)];
  if (shape.kind !== "loc") {
    told.push(say("board.population", { n: space.population }));
    told.push(names.value("control", space.control));
    if (space.level !== "neutral") told.push(names.value("level", space.level));
    if (space.terror) told.push(say("board.terror", { n: space.terror }));
    if (space.returnees) told.push(say("board.returnees"));
  } else if (space.sabotage) told.push(say("board.sabotage"));
  const pieces = present(space.pieces);
  for (const { piece, count } of pieces) told.push(pieceText(piece, count, names));
  if (!pieces.length) told.push(say("board.no-pieces"));
  return told;
}

export function pieceText(piece: string, count: number, names: Names): string {
  return `${count} ${names.counted("pieces", piece, count)}`;
}
