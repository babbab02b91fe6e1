// The geometry of a chart: scales, ticks and lines. What is drawn with them is in Chart.svelte.

import type { Moment, Series, Turn } from "../lib/contract";

export const HEIGHT = 210;
export const EDGE = { left: 36, right: 12, top: 12, bottom: 22 };
/** The width of a letter under a chart at most, and the gap between two names. */
const LETTER = 7;
const GAP = 6;
/** How lines differ besides their colour. */
export const DASHES = ["", "9 4", "2 4", "12 4 2 4", "5 3", "1 3"] as const;
export const MARKERS = ["circle", "square", "triangle", "diamond", "cross", "ring"] as const;
export type Marker = (typeof MARKERS)[number];

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** A scale with round ticks that holds all values, and 0. */
export function scaleOf(values: readonly number[], wanted = 5): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, 0, ...values);
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = Math.max(1, ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power);
  const [from, to] = [Math.floor(low / size), Math.ceil(high / size)];
  const ticks = Array.from({ length: to - from + 1 }, (_, n) => (from + n) * size);
  return { low: from * size, high: to * size, ticks };
}

export class Plot {
  readonly scale: Scale;
  private readonly last: number;

  constructor(
    readonly series: readonly Series[],
    readonly steps: readonly Moment[],
    readonly width: number,
  ) {
    const values = series.flatMap((one) => steps.flatMap((step) => step.values[one.id] ?? []));
    const marks = series.flatMap((one) => one.threshold ?? []);
    this.scale = scaleOf([...values, ...marks]);
    this.last = Math.max(1, steps.length - 1);
  }

  private get inside(): number {
    return this.width - EDGE.left - EDGE.right;
  }

  /** Where lines across the chart end. */
  get right(): number {
    return this.width - EDGE.right;
  }

  x(place: number): number {
    return EDGE.left + (place / this.last) * this.inside;
  }

  y(value: number): number {
    const { low, high } = this.scale;
    return EDGE.top + ((high - value) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom);
  }

  /** The line of a series. A value holds until the next step, where it jumps: nothing was ever in between. */
  line(id: string): string {
    let path = "";
    let before: number | null = null;
    this.steps.forEach((step, place) => {
      const value = step.values[id];
      if (value === undefined) return;
      const [x, y] = [this.x(place).toFixed(1), this.y(value).toFixed(1)];
      if (before === null) path += `M${x} ${y}`;
      else path += before === value ? `H${x}` : `H${x}V${y}`;
      before = value;
    });
    return path;
  }

  /** Where markers lie on a line: few enough that they can be told apart. */
  marks(id: string, offset: number, most = 7): { x: number; y: number }[] {
    const every = Math.max(1, Math.ceil(this.steps.length / most));
    return this.steps.flatMap((step, place) => {
      const value = step.values[id];
      const here = place % every === Math.min(every - 1, offset * Math.ceil(every / 4)) || place === this.steps.length - 1;
      return here && value !== undefined ? [{ x: this.x(place), y: this.y(value) }] : [];
    });
  }

  /** Where rounds begin; their names, the middle of each, and whether it fits, so that none covers another. */
  rounds(turns: readonly Turn[]): { x: number; name: string; middle: number; fits: boolean }[] {
    let free = 0;
    return turns.flatMap(({ first, mark }) => {
      const place = this.steps.findIndex((step) => step.step >= first);
      if (!mark || place < 0) return [];
      const [x, half] = [this.x(place), (mark.length * LETTER) / 2];
      const middle = Math.max(half, Math.min(this.width - half, x));
      const fits = middle - half >= free;
      if (fits) free = middle + half + GAP;
      return [{ x, name: mark, middle, fits }];
    });
  }

  /** The place in the list of steps that lies nearest to a point of the drawing. */
  placeAt(x: number): number {
    const part = (x - EDGE.left) / this.inside;
    return Math.max(0, Math.min(this.steps.length - 1, Math.round(part * this.last)));
  }
}

export function markerPath(marker: Marker, x: number, y: number, r = 4.2): string {
  const n = (value: number): string => value.toFixed(1);
  const disc = `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  if (marker === "circle" || marker === "ring") return disc;
  if (marker === "square") return `M${n(x - r)} ${n(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`;
  if (marker === "triangle") return `M${n(x)} ${n(y - r - 1)}L${n(x + r + 1)} ${n(y + r)}H${n(x - r - 1)}z`;
  if (marker === "diamond") return `M${n(x)} ${n(y - r - 1)}L${n(x + r + 1)} ${n(y)}L${n(x)} ${n(y + r + 1)}L${n(x - r - 1)} ${n(y)}z`;
  return `M${n(x - r)} ${n(y - r)}L${n(x + r)} ${n(y + r)}M${n(x - r)} ${n(y + r)}L${n(x + r)} ${n(y - r)}`;
}

/** The groups of series: those named first, in that order, then the others as they come. */
export function groupsOf(series: readonly Series[], order: readonly string[]): [string, Series[]][] {
  const groups = new Map<string, Series[]>();
  for (const one of series) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  const rank = (group: string): number => (order.includes(group) ? order.indexOf(group) : order.length);
  return [...groups].sort(([a], [b]) => rank(a) - rank(b));
}
