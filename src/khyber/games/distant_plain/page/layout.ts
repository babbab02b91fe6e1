// Where names, markers and pieces stand in a space. Names and markers never move; pieces shrink before they overlap.

import { present, type Piece, type SpaceView } from "./view";
import type { Point, Room, Shape } from "./shapes";

export type MarkKind = "population" | "level" | "terror" | "returnees" | "econ" | "sabotage";

export interface Placed {
  x: number;
  y: number;
  /** Width of the square that it fills. */
  size: number;
}
export interface PlacedPiece extends Placed {
  piece: Piece;
  count: number;
}
export interface PlacedMark extends Placed {
  mark: MarkKind;
}
export interface Arranged {
  name: { x: number; y: number; size: number; lines: string[] } | null;
  marks: PlacedMark[];
  pieces: PlacedPiece[];
}

/** The largest and the usual smallest width of a piece. */
export const LARGEST = 32;
const GAP = 2;
/** Kinds of pieces that a space has room for. */
const PREPARED = 7;
const MARK = 20;
/** So much of a line of the name may lie above the room that a small space has. */
const OUT = 0.55;

interface Home {
  name: { x: number; y: number; size: number; lines: string[] };
  marks: Point;
  mark: number;
  /** Left, top, width, height of what the pieces have. */
  area: readonly [number, number, number, number];
}

/** How a number of squares fit best into an area: columns, and the width of each. */
export function grid(count: number, width: number, height: number): { columns: number; size: number } {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= Math.max(count, 1); columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns, height / rows) - GAP;
    if (size > best.size + 0.01) best = { columns, size };
  }
  return best;
}

function lines(name: string, width: number, size: number): string[] {
  const words = name.split(" ");
  return words.length > 1 && name.length * size * 0.56 > width ? words : [name];
}

const homes = new WeakMap<Shape, Home>();

/** Where a land has its name and its markers, and what remains for pieces: decided once, by its shape. */
export function home(shape: Shape): Home {
  let found = homes.get(shape);
  if (!found) homes.set(shape, (found = settled(shape)));
  return found;
}

function settled(shape: Shape): Home {
  const rooms = shape.room.length ? shape.room : [[...shape.anchor, 80, 80] as unknown as Room];
  let best: { room: Room; value: number; size: number } | null = null;
  for (const room of rooms) {
    const [x, y, width, height] = room;
    const size = Math.max(10.5, Math.min(15, (width * 1.12) / (shape.name.length * 0.56)));
    const head = headHeight(shape, width, size);
    const piece = Math.min(grid(PREPARED, width, height - head).size, LARGEST * 0.86);
    const fits = Math.min(1, (width * 1.15) / (Math.max(...lines(shape.name, width, size).map((line) => line.length)) * size * 0.56));
    const value = piece * fits - Math.hypot(x - shape.anchor[0], y - shape.anchor[1]) * 0.02;
    if (!best || value > best.value) best = { room, value, size };
  }
  const { room: [x, y, width, height], size } = best!;
  const written = lines(shape.name, width, size);
  const mark = Math.min(MARK, width / 3.4);
  const head = headHeight(shape, width, size);
  const tall = Math.min(height, head + 2.4 * LARGEST);
  const top = y - tall / 2 - (height > tall ? 0 : size * OUT);
  const under = size * 1.08 * written.length + mark + 3;
  return {
    name: { x, y: top + size * 0.55, size, lines: written },
    marks: [x, top + size * 1.08 * written.length + mark / 2 + 1],
    mark,
    area: [x - width / 2, top + under, width, y + height / 2 - top - under],
  };
}

function headHeight(shape: Shape, width: number, size: number): number {
  return size * (1.08 * lines(shape.name, width, size).length - OUT) + Math.min(MARK, width / 3.4) + 3;
}

/** The markers of a space that are to be shown. */
export function marksOf(shape: Shape, space: SpaceView): MarkKind[] {
  if (shape.kind === "loc") return space.sabotage ? ["sabotage"] : ["econ"];
  const marks: MarkKind[] = ["population"];
  if (space.level !== "neutral") marks.push("level");
  if (space.terror) marks.push("terror");
  if (space.returnees) marks.push("returnees");
  return marks;
}

const arranged = new WeakMap<Shape, { space: SpaceView; found: Arranged }>();

/** Where everything stands in a space. Asked again for the same one, which many do, it is not thought about again. */
export function arrange(shape: Shape, space: SpaceView): Arranged {
  const last = arranged.get(shape);
  if (last?.space === space) return last.found;
  const found = shape.kind === "loc" ? arrangeRoad(shape, space) : arrangeLand(shape, space);
  arranged.set(shape, { space, found });
  return found;
}

function arrangeLand(shape: Shape, space: SpaceView): Arranged {
  const { name, marks: [mx, my], mark, area: [left, top, width, height] } = home(shape);
  const kinds = marksOf(shape, space);
  const step = Math.min(mark + 3, width / kinds.length);
  const marks = kinds.map((kind, at) => ({
    mark: kind, x: mx + (at - (kinds.length - 1) / 2) * step, y: my, size: Math.min(mark, step),
  }));
  const groups = present(space.pieces);
  return { name, marks, pieces: rows(groups, left, top, width, height) };
}

/** Counterinsurgents first, Insurgents from a new row on where that costs no size. */
function rows(groups: { piece: Piece; count: number }[], left: number, top: number, width: number, height: number): PlacedPiece[] {
  if (!groups.length) return [];
  const coin = groups.filter(({ piece }) => /^(coalition|government)/.test(piece));
  const rest = groups.filter((group) => !coin.includes(group));
  const together = grid(groups.length, width, height);
  let table = cut(groups, together.columns);
  let size = together.size;
  for (let columns = 1; columns <= Math.max(coin.length, rest.length); columns++) {
    const apart = [...cut(coin, columns), ...cut(rest, columns)];
    const fits = Math.min(width / columns, height / apart.length) - GAP;
    if (fits >= Math.min(size, LARGEST * 0.8) && (table.length === cut(groups, together.columns).length || fits > size)) {
      table = apart;
      size = fits;
      if (fits >= LARGEST * 0.8) break;
    }
  }
  size = Math.min(size, LARGEST);
  const cell = size + GAP;
  return table.flatMap((row, down) =>
    row.map(({ piece, count }, across) => ({
      piece,
      count,
      x: left + width / 2 + (across - (row.length - 1) / 2) * cell,
      y: top + (down + 0.5) * cell,
      size,
    })),
  );
}

function cut<T>(all: T[], columns: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / columns) }, (_, at) => all.slice(at * columns, (at + 1) * columns));
}

/** A place on a line so far from its beginning, and the direction there. */
export function along(line: readonly Point[], far: number): { x: number; y: number; dx: number; dy: number } {
  let left = far;
  for (let at = 1; at < line.length; at++) {
    const [ax, ay] = line[at - 1]!;
    const [bx, by] = line[at]!;
    const long = Math.hypot(bx - ax, by - ay);
    if (left <= long || at === line.length - 1) {
      const share = long ? Math.min(1, left / long) : 0;
      return { x: ax + (bx - ax) * share, y: ay + (by - ay) * share, dx: (bx - ax) / (long || 1), dy: (by - ay) / (long || 1) };
    }
    left -= long;
  }
  return { x: line[0]![0], y: line[0]![1], dx: 1, dy: 0 };
}

export function lengthOf(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, [x, y], at) => sum + Math.hypot(x - line[at]![0], y - line[at]![1]), 0);
}

/** Where on a line is nearest to a place, as the way from its beginning. */
function nearest(line: readonly Point[], [x, y]: Point): number {
  const long = lengthOf(line);
  let best = { far: 0, off: Infinity };
  for (let far = 0; far <= long; far += 2) {
    const place = along(line, far);
    const off = Math.hypot(place.x - x, place.y - y);
    if (off < best.off) best = { far, off };
  }
  return best.far;
}

interface Course {
  /** From west to east. */
  line: readonly Point[];
  long: number;
  /** The way from its beginning to where its anchor is. */
  middle: number;
}

const courses = new WeakMap<Shape, Course>();

/** How a road runs: found once, by its shape. */
function course(shape: Shape): Course {
  let found = courses.get(shape);
  if (!found) {
    const line = shape.line[0]![0] <= shape.line.at(-1)![0] ? shape.line : [...shape.line].reverse();
    courses.set(shape, (found = { line, long: lengthOf(line), middle: nearest(line, shape.anchor) }));
  }
  return found;
}

/** Signs in a row on the road around its anchor, in two lanes and smaller when they are many. */
function arrangeRoad(shape: Shape, space: SpaceView): Arranged {
  const [mark] = marksOf(shape, space);
  const groups = present(space.pieces);
  const count = groups.length + 1;
  const { line, long, middle: anchored } = course(shape);
  const room = Math.max(long - 24, 40);
  const lanes = count * 21 > Math.min(room, 150) ? 2 : 1;
  const seats = Math.ceil(count / lanes);
  // Squares must not overlap where the road runs slanting either, so they are as far apart as their corners need.
  const step = Math.min(lanes > 1 ? 30 : 34, room / seats);
  const middle = Math.min(Math.max(anchored, (seats * step) / 2 + 4), long - (seats * step) / 2 - 4);
  const places = Array.from({ length: count }, (_, at) => {
    const lane = Math.floor(at / seats);
    const seat = at % seats;
    const spot = along(line, middle + (seat - (seats - 1) / 2) * step);
    return { ...spot, aside: lanes > 1 ? lane - 0.5 : 0 };
  });
  const flat = along(line, middle);
  const reach = Math.max(Math.abs(flat.dx), Math.abs(flat.dy));
  let size = Math.min(lanes > 1 ? 18 : 24, step * reach - 1.5);
  const laid = () =>
    places.map(({ x, y, dx, dy, aside }) => {
      const off = (aside * (size + 1.5)) / Math.max(Math.abs(dx), Math.abs(dy));
      return { x: x - dy * off, y: y + dx * off, size };
    });
  let placed = laid();
  // Where the road bends, squares in two lanes come closer on its inner side.
  while (size > 6 && placed.some((one, at) => placed.slice(at + 1).some((other) => touching(one, other)))) {
    size *= 0.95;
    placed = laid();
  }
  return {
    name: null,
    marks: [{ mark: mark!, ...placed[0]! }],
    pieces: groups.map((group, at) => ({ ...group, ...placed[at + 1]! })),
  };
}

function touching(a: Placed, b: Placed): boolean {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < a.size;
}
