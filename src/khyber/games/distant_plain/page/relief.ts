// Hill-shading made by rule, not drawn: ridged noise with a fixed seed, strong where a Province is Mountain.

import type { Shapes } from "./shapes";

/** What the relief follows from. */
export interface Land {
  view: Shapes["view"];
  /** Outlines, and how mountainous each is: 0 to 255. */
  outlines: readonly { d: string; rough: number }[];
}

export function landOf(shapes: Shapes): Land {
  const outlines = [...shapes.spaces.values()]
    .filter(({ kind }) => kind !== "loc")
    .map(({ d, kind, terrain }) => ({ d, rough: terrain === "mountain" ? 255 : kind === "pakistan" ? 70 : 16 }));
  return { view: shapes.view, outlines };
}

/** Pixels of the picture for one unit of the map. */
const FINE = 0.85;
/** Pixels over which the relief fades out on the left and right, where more paper may follow. */
const EDGE = 90;
/** Squares after which the noise repeats; too many to notice. */
const SPAN = 256;

function hash(x: number, y: number): number {
  let value = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ 0x5bd1e995;
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 4294967296;
}

const lattice = Float32Array.from({ length: SPAN * SPAN }, (_, at) => hash(at % SPAN, Math.floor(at / SPAN)));

/** Smooth noise between 0 and 1. */
export function noise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = x - left;
  const v = y - top;
  const a = u * u * (3 - 2 * u);
  const b = v * v * (3 - 2 * v);
  const [west, east] = [left & (SPAN - 1), (left + 1) & (SPAN - 1)];
  const [north, south] = [(top & (SPAN - 1)) * SPAN, ((top + 1) & (SPAN - 1)) * SPAN];
  const above = lattice[north + west]! + (lattice[north + east]! - lattice[north + west]!) * a;
  const below = lattice[south + west]! + (lattice[south + east]! - lattice[south + west]!) * a;
  return above + (below - above) * b;
}

/** How high the land is: ridges of several sizes, drawn out from south-west to north-east as the Hindu Kush is. */
export function height(x: number, y: number): number {
  const along = x * 0.8 - y * 0.6;
  const across = (x * 0.6 + y * 0.8) * 1.55;
  const bend = noise(x / 130 + 7, y / 130) * 60;
  let sum = 0;
  let weight = 1;
  let size = 92;
  let last = 1;
  for (let octave = 0; octave < 5; octave++) {
    const ridge = 1 - Math.abs(2 * noise((along + bend) / size + octave * 17, (across - bend) / size + octave * 31) - 1);
    const sharp = ridge * ridge * last;
    sum += sharp * weight;
    last = Math.min(1, sharp * 1.6);
    weight *= 0.52;
    size *= 0.48;
  }
  return sum;
}

/** How mountainous each pixel is, 0 to 255: a blurred picture of the Mountain Provinces. */
function mask({ view, outlines }: Land, width: number, tall: number): Uint8ClampedArray {
  const small = 4;
  const canvas = new OffscreenCanvas(Math.ceil(width / small), Math.ceil(tall / small));
  const pen = canvas.getContext("2d", { willReadFrequently: true })!;
  const [left, top] = view;
  pen.setTransform(FINE / small, 0, 0, FINE / small, (-left * FINE) / small, (-top * FINE) / small);
  const fill = (grey: number, d: string) => {
    pen.fillStyle = `rgb(${grey} ${grey} ${grey})`;
    pen.fill(new Path2D(d));
  };
  pen.fillStyle = "rgb(32 32 32)";
  pen.fillRect(left, top, view[2], view[3]);
  for (const { d, rough } of outlines) fill(rough, d);
  return pen.getImageData(0, 0, canvas.width, canvas.height).data;
}

/** Average over squares, twice, which is nearly a Gaussian. */
function blurred(data: Uint8ClampedArray, width: number, tall: number, radius: number): Float32Array {
  let from = new Float32Array(width * tall);
  for (let at = 0; at < from.length; at++) from[at] = data[at * 4]! / 255;
  for (const [step, row, count, length] of [[1, width, tall, width], [width, 1, width, tall], [1, width, tall, width], [width, 1, width, tall]] as const) {
    const to = new Float32Array(from.length);
    for (let line = 0; line < count; line++) {
      const start = line * row;
      const get = (at: number): number => from[start + Math.min(length - 1, Math.max(0, at)) * step]!;
      let sum = 0;
      for (let at = -radius; at <= radius; at++) sum += get(at);
      for (let at = 0; at < length; at++) {
        to[start + at * step] = sum / (2 * radius + 1);
        sum += get(at + radius + 1) - get(at - radius);
      }
    }
    from = to;
  }
  return from;
}

/** Shadow and light over whatever lies below, as a picture. */
export function painted(land: Land): Promise<Blob> {
  const [left, top, wide, high] = land.view;
  const width = Math.round(wide * FINE);
  const tall = Math.round(high * FINE);
  const [mw, mh] = [Math.ceil(width / 4), Math.ceil(tall / 4)];
  const strength = blurred(mask(land, width, tall), mw, mh, 4);
  const canvas = new OffscreenCanvas(width, tall);
  const picture = new ImageData(width, tall);
  const { data } = picture;
  let above = new Float32Array(width);
  let row = new Float32Array(width);
  for (let x = 0; x < width; x++) above[x] = height(x / FINE + left, top - 1);
  for (let y = 0; y < tall; y++) {
    for (let x = 0; x < width; x++) {
      row[x] = height(x / FINE + left, y / FINE + top);
      const before = x ? row[x - 1]! : row[x]!;
      // Light falls from the north-west.
      const slope = (row[x]! - before + (row[x]! - above[x]!)) * FINE;
      const grain = lattice[((y * 7) & (SPAN - 1)) * SPAN + ((x + y * 31) & (SPAN - 1))]! - 0.5;
      const edge = Math.min(1, x / EDGE, (width - 1 - x) / EDGE);
      const much = strength[(y >> 2) * mw + (x >> 2)]! * edge;
      const light = slope * 9 * much + grain * 0.05 * edge;
      const at = (y * width + x) * 4;
      if (light > 0) {
        data[at] = 255;
        data[at + 1] = 250;
        data[at + 2] = 232;
        data[at + 3] = Math.min(150, light * 190);
      } else {
        data[at] = 62;
        data[at + 1] = 42;
        data[at + 2] = 26;
        data[at + 3] = Math.min(150, -light * 180);
      }
    }
    [above, row] = [row, above];
  }
  canvas.getContext("2d")!.putImageData(picture, 0, 0);
  return canvas.convertToBlob();
}
