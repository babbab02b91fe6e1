// Where the towns along the roads are named: on the side where least lies. A town is no space, so its name gives way to
// what matters: to names of spaces, pieces and markers; where it finds no room at all it is left out.

import type { SpaceView } from "./view";
import { along, arrange, lengthOf, type Arranged } from "./layout";
import type { Point, Shape, Shapes } from "./shapes";

/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number];

export interface Town {
  name: string;
  at: Point;
  /** Where the name stands: its baseline and which end of it; null: nowhere. */
  text: { x: number; y: number; anchor: "start" | "middle" | "end" } | null;
}

export const TOWN_SIZE = 11.5;
const SIDES = {
  n: [0, -10, "middle"], s: [0, 17, "middle"], e: [12, 4, "start"], w: [-12, 4, "end"],
  ne: [8, -8, "start"], nw: [-8, -8, "end"], se: [8, 15, "start"], sw: [-8, 15, "end"],
} as const satisfies Record<string, readonly [number, number, "start" | "middle" | "end"]>;
/** Of its own area a name may lie so much over something else. */
const BEARABLE = 0.06;
/** What it costs to leave the usual side, and each pace that a road runs under the name, in units of area. */
const ASIDE = 6;
const ON_ROAD = 12;
const PACE = 3;

export function wordBox(name: string, { x, y, anchor }: NonNullable<Town["text"]>): Box {
  const wide = name.length * TOWN_SIZE * 0.52;
  const left = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
  return [left, y - TOWN_SIZE * 0.75, left + wide, y + TOWN_SIZE * 0.22];
}

export const square = ({ x, y, size }: { x: number; y: number; size: number }): Box =>
  [x - size / 2, y - size / 2, x + size / 2, y + size / 2];

export const common = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

const stood = new WeakMap<Arranged, readonly Box[]>();

/** All that stands in a space: the lines of its name, its markers, its pieces. */
export function standing(shape: Shape, space: SpaceView): readonly Box[] {
  const found = arrange(shape, space);
  let boxes = stood.get(found);
  if (!boxes) stood.set(found, (boxes = boxesOf(found)));
  return boxes;
}

function boxesOf({ name, marks, pieces }: Arranged): Box[] {
  const found = [...marks, ...pieces].map(square);
  name?.lines.forEach((line, at) => {
    const wide = line.length * name.size * 0.58;
    const middle = name.y + at * name.size * 1.05;
    found.push([name.x - wide / 2, middle - name.size * 0.55, name.x + wide / 2, middle + name.size * 0.55]);
  });
  return found;
}

/** Places along a road, near one another. */
const every = (line: readonly Point[]): Point[] =>
  Array.from({ length: Math.ceil(lengthOf(line) / PACE) }, (_, at): Point => {
    const { x, y } = along(line, at * PACE);
    return [x, y];
  });

/** A place for a town's name, and what it costs before anything stands there. */
interface Site {
  text: NonNullable<Town["text"]>;
  box: Box;
  cost: number;
}

/** What follows from the map alone: the places that a town's name could have, the usual one first, and what is near. */
interface Sited {
  name: string;
  at: Point;
  places: readonly Site[];
  near: readonly Shape[];
}

const sited = new WeakMap<Shapes, readonly Sited[]>();
/** What stands in a space lies within so much of its outline. */
const REACH = 40;

function sites(shapes: Shapes): readonly Sited[] {
  let found = sited.get(shapes);
  if (!found) {
    const all = [...shapes.spaces.values()];
    const roads = all.filter(({ kind }) => kind === "loc").flatMap(({ line }) => every(line));
    found = shapes.towns.map((town) => {
      const places = sitesOf(town, roads);
      const near = all.filter((shape) => places.some(({ box }) => common(box, surroundings(shape)) > 0));
      return { name: town.name, at: town.at, places, near };
    });
    sited.set(shapes, found);
  }
  return found;
}

function surroundings({ line }: Shape): Box {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  return [Math.min(...xs) - REACH, Math.min(...ys) - REACH, Math.max(...xs) + REACH, Math.max(...ys) + REACH];
}

function sitesOf({ name, at: [x, y], side }: Shapes["towns"][number], roads: readonly Point[]): Site[] {
  const order = Object.keys(SIDES).sort((a, b) => Number(b === side) - Number(a === side)) as (keyof typeof SIDES)[];
  return order.map((one, tried) => {
    const [dx, dy, anchor] = SIDES[one];
    const text = { x: x + dx, y: y + dy, anchor };
    const box = wordBox(name, text);
    const crossed = roads.filter(([px, py]) => px > box[0] - 5 && px < box[2] + 5 && py > box[1] - 5 && py < box[3] + 5);
    return { text, box, cost: crossed.length * ON_ROAD + (tried ? ASIDE : 0) };
  });
}

const over = (box: Box, others: readonly Box[]): number => others.reduce((sum, other) => sum + common(box, other), 0);

/** The towns with a place for each name. */
export function settle(shapes: Shapes, spaces: Record<string, SpaceView>): Town[] {
  const taken: Box[] = [];
  return sites(shapes).map(({ name, at, places, near }) => {
    const around = near.flatMap((shape) => (spaces[shape.id] ? standing(shape, spaces[shape.id]!) : []));
    let best: { site: Site; cost: number } | null = null;
    for (const site of places) {
      const { box } = site;
      const covered = over(box, around) + over(box, taken);
      const cost = covered + site.cost;
      if (covered <= (box[2] - box[0]) * (box[3] - box[1]) * BEARABLE && (!best || cost < best.cost)) best = { site, cost };
    }
    if (best) taken.push(best.site.box);
    return { name, at, text: best?.site.text ?? null };
  });
}
