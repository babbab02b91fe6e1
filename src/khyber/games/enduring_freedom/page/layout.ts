// Where counters are drawn in a place: side by side if there is room for all, else in piles.

import type { Box4 } from "./facts";
import type { Pile } from "./view";

/** Counters drawn in one spot: one, or a pile with the strongest on top. */
export interface Cell {
  pile: Pile;
  units: readonly string[];
  x: number;
  y: number;
  size: number;
}

/** Counters are no larger than this, and lie in piles if they would be smaller than that. */
const LARGEST = 46;
const SMALLEST = 26;
const GAP = 2;

/** The most columns that let `n` squares be as large as possible in a room, and their size. */
function fit(n: number, width: number, height: number): { columns: number; size: number } {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= n; columns += 1) {
    const size = Math.min((width - GAP * (columns - 1)) / columns, height / Math.ceil(n / columns) - GAP);
    if (size > best.size) best = { columns, size };
  }
  return { ...best, size: Math.min(LARGEST, best.size) };
}

export function arrange(piles: readonly Pile[], room: Box4): Cell[] {
  const single = piles.flatMap((pile) => (pile.down ? [{ pile, units: pile.units }] : pile.units.map((unit) => ({ pile, units: [unit] }))));
  const [x, y, width, height] = room;
  const spread = single.length > 0 && fit(single.length, width, height).size >= SMALLEST;
  const cells = spread ? single : piles.map((pile) => ({ pile, units: pile.units }));
  if (!cells.length) return [];
  const { columns, size } = fit(cells.length, width, height);
  const rows = Math.ceil(cells.length / columns);
  const top = y + (height - rows * (size + GAP) + GAP) / 2;
  return cells.map((cell, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const inRow = Math.min(columns, cells.length - row * columns);
    const left = x + (width - inRow * (size + GAP) + GAP) / 2;
    return { ...cell, x: left + column * (size + GAP), y: top + row * (size + GAP), size };
  });
}

/** An outline or a line from a flat list of x and y. */
export const pathOf = (points: readonly number[], closed = false): string =>
  points.reduce((path, n, at) => path + (at === 0 ? `M${n}` : at % 2 ? ` ${n}` : `L${n}`), "") + (closed ? "Z" : "");

/** Names longer than this have two lines. */
const LONGEST = 12;

/** A name as the map writes it: a long one is divided at the space nearest its middle. */
export function linesOf(name: string): string[] {
  if (name.length <= LONGEST || !name.includes(" ")) return [name];
  const spaces = [...name].flatMap((letter, at) => (letter === " " ? [at] : []));
  const at = spaces.reduce((best, place) => (Math.abs(place - name.length / 2) <= Math.abs(best - name.length / 2) ? place : best));
  return [name.slice(0, at), name.slice(at + 1)];
}

/** A text in lines of at most `most` characters, broken between words. */
export function wrapped(text: string, most: number): string[] {
  return text.split(" ").reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    return last !== undefined && last.length + 1 + word.length <= most ? [...lines.slice(0, -1), `${last} ${word}`] : [...lines, word];
  }, []);
}
