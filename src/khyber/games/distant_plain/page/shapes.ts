// The shapes of the map as tools/generate/shapes.py makes them: a file of its own, fetched once, read into outlines.

import address from "./shapes.json?url";

export type Point = readonly [number, number];
/** Middle, width and height. */
export type Room = readonly [number, number, number, number];
export type Kind = "province" | "pakistan" | "city" | "loc";

/** What of a space is as the file has it. */
interface Land {
  name: string;
  kind: Kind;
  terrain: "mountain" | "plains" | null;
  pashtun: boolean;
  anchor: Point;
}

interface FileSpace extends Land {
  econ: number | null;
  arcs?: number[];
  room?: Room[];
  course?: number[];
}

export interface ShapesFile {
  view: [number, number, number, number];
  arcs: number[][];
  frontier: number[];
  towns: { name: string; at: Point; side: string }[];
  neighbours: Record<string, [number, number, number, number]>;
  spaces: Record<string, FileSpace>;
}

export interface Shape extends Land {
  id: string;
  econ: number;
  /** The outline, closed; a road's course, open. */
  line: readonly Point[];
  d: string;
  room: readonly Room[];
}

export interface Shapes {
  view: [number, number, number, number];
  spaces: ReadonlyMap<string, Shape>;
  /** Borders between spaces, and the frontier of the country. */
  borders: string;
  frontier: string;
  towns: ShapesFile["towns"];
  neighbours: ShapesFile["neighbours"];
}

function points(flat: readonly number[]): Point[] {
  return Array.from({ length: flat.length / 2 }, (_, at): Point => [flat[2 * at]!, flat[2 * at + 1]!]);
}

export function path(line: readonly Point[]): string {
  return line.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join("");
}

export function read(file: ShapesFile): Shapes {
  const arcs = file.arcs.map(points);
  const spaces = new Map<string, Shape>();
  for (const [id, space] of Object.entries(file.spaces)) {
    const { name, kind, terrain, pashtun, anchor, econ, room = [], arcs: around = [], course } = space;
    const outline = around.flatMap((number) => (number < 0 ? [...arcs[~number]!].reverse() : arcs[number]!));
    const line = course ? points(course) : outline;
    spaces.set(id, { id, name, kind, terrain, pashtun, anchor, econ: econ ?? 0, room, line, d: path(line) + (course ? "" : "Z") });
  }
  const heavy = new Set(file.frontier);
  return {
    view: file.view,
    spaces,
    borders: arcs.filter((_, at) => !heavy.has(at)).map(path).join(""),
    frontier: arcs.filter((_, at) => heavy.has(at)).map(path).join(""),
    towns: file.towns,
    neighbours: file.neighbours,
  };
}

let fetched: Promise<Shapes> | null = null;

/** The shapes, fetched when first wanted. */
export function shapes(): Promise<Shapes> {
  fetched ??= fetch(address).then(async (reply) => {
    if (!reply.ok) throw new Error(`The map could not be loaded (${reply.status}).`);
    return read((await reply.json()) as ShapesFile);
  });
  fetched.catch(() => (fetched = null));
  return fetched;
}
