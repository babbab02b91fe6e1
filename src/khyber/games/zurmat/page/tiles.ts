// Where tiles lie, how they turn, and how their roads join.

import { shapes, type Point } from "./facts";
import type { ZurmatView } from "./view";

const EDGES = "NESW";
const WAYS: Record<string, Point> = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

/** A place on the map, east and north of the FOB. */
export interface Cell {
  east: number;
  north: number;
}

export const cellKey = ({ east, north }: Cell): string => `${east},${north}`;

/** The cell that an option names, as `2n 1e`; null if it names none. */
export function cellOf(key: string): Cell | null {
  const found = /^(?:(\d+)([ns]))?(?: ?(\d+)([ew]))?$/.exec(key);
  if (!found || !key) return null;
  const [, far, up, wide, side] = found;
  return { north: Number(far ?? 0) * (up === "s" ? -1 : 1), east: Number(wide ?? 0) * (side === "w" ? -1 : 1) };
}

/** The upper left corner of a cell in the drawing. */
export const cornerOf = ({ east, north }: Cell): Point => [east * shapes().size, 0 - north * shapes().size];
export const centreOf = (cell: Cell): Point => {
  const [x, y] = cornerOf(cell);
  return [x + shapes().size / 2, y + shapes().size / 2];
};

/** Roads after a turn clockwise, in degrees. */
export const turned = (roads: readonly string[], turn: number): string[] =>
  roads.map((road) =>
    [...road].map((edge) => (EDGES.indexOf(edge) + turn / 90) % 4).sort().map((at) => EDGES[at]!).join(""),
  );

/** The smallest box around these cells, in drawing units. */
export function boundsOf(cells: readonly Cell[]): { x: number; y: number; width: number; height: number } {
  const { size } = shapes();
  const corners = cells.map(cornerOf);
  const [left, top] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...corners.map(([x]) => x)), Math.max(...corners.map(([, y]) => y))];
  return { x: left, y: top, width: right - left + size, height: bottom - top + size };
}

export const tileAt = (view: ZurmatView, cell: Cell): string | null =>
  Object.entries(view.tiles).find(([, tile]) => tile.east === cell.east && tile.north === cell.north)?.[0] ?? null;

export const beside = (cell: Cell, edge: string): Cell => ({ east: cell.east + WAYS[edge]![0], north: cell.north + WAYS[edge]![1] });
export const opposite = (edge: string): string => EDGES[(EDGES.indexOf(edge) + 2) % 4]!;

/** How two tiles meet: a road goes on over the edge, ends there at a village of either, or there is none. */
export type Join = "on" | "village" | "none";

/** What a tile would join: for each edge with a neighbour, the neighbour and how they meet. */
export function joins(view: ZurmatView, cell: Cell, roads: readonly string[]): { edge: string; tile: string; join: Join }[] {
  return [...EDGES].flatMap((edge) => {
    const tile = tileAt(view, beside(cell, edge));
    if (tile === null) return [];
    const [mine, theirs] = [roads.find((road) => road.includes(edge)), view.tiles[tile]!.roads.find((road) => road.includes(opposite(edge)))];
    return [{ edge, tile, join: !mine || !theirs ? "none" : mine.length > 1 && theirs.length > 1 ? "on" : "village" }];
  });
}

/** The middle of an edge of a tile, from its upper left corner. */
export function middleOf(edge: string): Point {
  const { size } = shapes();
  const middles: Record<string, Point> = { N: [size / 2, 0], E: [size, size / 2], S: [size / 2, size], W: [0, size / 2] };
  return middles[edge]!;
}

/** The edge by which one tile borders on another; "" if it does not. */
export function edgeTo(view: ZurmatView, from: string, to: string): string {
  const [one, other] = [view.tiles[from], view.tiles[to]];
  if (!one || !other) return "";
  return [...EDGES].find((edge) => cellKey(beside(one, edge)) === cellKey(other)) ?? "";
}

/** A way over tiles as a path: along the roads, from the middle of the first to that of the last. */
export function wayPath(view: ZurmatView, tiles: readonly string[]): string {
  const first = view.tiles[tiles[0]!];
  if (!first) return "";
  let path = `M${centreOf(first).join(" ")}`;
  tiles.slice(1).forEach((id, at) => {
    const [before, here] = [view.tiles[tiles[at]!], view.tiles[id]];
    if (!before || !here) return;
    const out = edgeTo(view, tiles[at]!, id);
    const next = tiles[at + 2];
    const on = next === undefined ? "" : edgeTo(view, id, next);
    const [x, y] = cornerOf(here);
    if (!out) {
      // across country
      path += `L${centreOf(here).join(" ")}`;
      return;
    }
    const [ex, ey] = middleOf(opposite(out));
    path += `L${x + ex} ${y + ey}`;
    if (!on || !shapes().roads[[opposite(out), on].sort((a, b) => EDGES.indexOf(a) - EDGES.indexOf(b)).join("")]) path += `L${centreOf(here).join(" ")}`;
    else if (here.roads.some((road) => road.length === 2 && road.includes(opposite(out)) && road.includes(on))) {
      const [mx, my] = middleOf(on);
      path += `Q${centreOf(here).join(" ")} ${x + mx} ${y + my}`;
    } else path += `L${centreOf(here).join(" ")}`;
  });
  return path;
}
