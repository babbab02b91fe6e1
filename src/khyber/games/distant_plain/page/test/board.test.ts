import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Names } from "$web/src/lib/names";
import { emblem, signAt } from "../emblems";
import { arrange, grid, home, LARGEST, type Placed } from "../layout";
import { height, noise } from "../relief";
import { read, type Point, type Shape, type ShapesFile } from "../shapes";
import { common, settle, standing, wordBox } from "../towns";
import { facts } from "../words";
import { kindOf, PIECES, plainView, present, seatOf, type Counts, type SpaceView } from "../view";
import { say } from "$web/src/text/catalogue";

const FILE = join(import.meta.dirname, "../shapes.json");
const shapes = read(JSON.parse(readFileSync(FILE, "utf8")) as ShapesFile);
const all = [...shapes.spaces.values()];

const EMPTY: SpaceView = {
  pieces: {}, level: "neutral", control: "none", population: 1, terror: 0, sabotage: false, returnees: false,
};
/** So many kinds of pieces, beginning with this one. */
const kinds = (count: number, first = 0): Counts =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [PIECES[(first + at) % PIECES.length]!, at + 1]));
const full = (count: number, first = 0): SpaceView => ({
  ...EMPTY, pieces: kinds(count, first), level: "support", terror: 2, returnees: true, control: "coin", sabotage: true,
});

function overlap(a: Placed, b: Placed): boolean {
  const apart = (a.size + b.size) / 2 - 0.01;
  return Math.abs(a.x - b.x) < apart && Math.abs(a.y - b.y) < apart;
}

function inside([x, y]: Point, shape: Shape): boolean {
  let within = false;
  shape.line.forEach(([ax, ay], at) => {
    const [bx, by] = shape.line[(at + 1) % shape.line.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) within = !within;
  });
  return within;
}

describe("the names of towns", () => {
  const spacesWith = (space: SpaceView) => Object.fromEntries(all.map(({ id }) => [id, space]));

  it("are all there while the map is empty, and most of them when it is crowded", () => {
    expect(settle(shapes, spacesWith(EMPTY)).filter(({ text }) => !text).map(({ name }) => name)).toEqual([]);
    expect(settle(shapes, spacesWith(full(6))).filter(({ text }) => text).length).toBeGreaterThan(4);
  });

  it("give way to pieces, markers and names of spaces, and to one another", () => {
    for (let count = 0; count <= 11; count++) {
      const space = full(count, count);
      const taken = all.flatMap((shape) => standing(shape, space));
      const words = settle(shapes, spacesWith(space)).flatMap(({ name, text }) => (text ? [{ name, box: wordBox(name, text) }] : []));
      for (const { name, box } of words) {
        const area = (box[2] - box[0]) * (box[3] - box[1]);
        const others = words.filter((other) => other.name !== name).map((other) => other.box);
        const hidden = [...taken, ...others].reduce((sum, other) => sum + common(box, other), 0);
        expect(hidden / area, `${name} among ${count} kinds`).toBeLessThan(0.15);
      }
    }
  });
});

describe("the layout of pieces", () => {
  it("shows every kind that is there, once, with its number", () => {
    for (const shape of all) {
      const { pieces } = arrange(shape, full(11));
      expect(Object.fromEntries(pieces.map(({ piece, count }) => [piece, count]))).toEqual(kinds(11));
    }
  });

  it("lets no piece or marker hide another, however many kinds there are", () => {
    for (const shape of all) {
      for (let count = 0; count <= 11; count++) {
        const { pieces, marks } = arrange(shape, full(count, count));
        const placed = [...pieces, ...marks];
        for (const [at, one] of placed.entries()) {
          for (const other of placed.slice(at + 1)) expect(overlap(one, other), `${shape.id} ${count}`).toBe(false);
        }
      }
    }
  });

  it("lets no piece hide one of another space", () => {
    for (const count of [1, 4, 6]) {
      const placed = all.flatMap((shape) => arrange(shape, full(count)).pieces.map((piece) => ({ ...piece, id: shape.id })));
      for (const [at, one] of placed.entries()) {
        for (const other of placed.slice(at + 1)) {
          if (one.id !== other.id) expect(overlap(one, other), `${one.id} ${other.id} ${count}`).toBe(false);
        }
      }
    }
  });

  it("keeps the pieces of a land within its borders", () => {
    for (const shape of all.filter(({ kind }) => kind !== "loc")) {
      for (const { x, y } of arrange(shape, full(11)).pieces) expect(inside([x, y], shape), shape.id).toBe(true);
    }
  });

  it("keeps pieces readable: large where there is room, and never tiny with the usual few kinds", () => {
    for (const shape of all) {
      for (const { size } of arrange(shape, full(3)).pieces) expect(size, shape.id).toBeGreaterThan(15);
      for (const { size } of arrange(shape, full(2)).pieces) expect(size).toBeLessThanOrEqual(LARGEST);
    }
  });

  it("never moves names and markers when pieces come", () => {
    for (const shape of all.filter(({ kind }) => kind !== "loc")) {
      const [before, after] = [arrange(shape, full(1)), arrange(shape, full(9))];
      expect(after.name).toEqual(before.name);
      expect(after.marks).toEqual(before.marks);
    }
  });

  it("gives every land a name within reach of its middle", () => {
    for (const shape of all.filter(({ kind }) => kind !== "loc")) {
      const { name } = home(shape);
      expect(inside([name.x, name.y + name.size], shape), shape.id).toBe(true);
      expect(name.size).toBeGreaterThanOrEqual(10);
    }
  });

  it("fits squares into an area as large as they can be", () => {
    expect(grid(4, 100, 100)).toEqual({ columns: 2, size: 48 });
    expect(grid(4, 200, 50).columns).toBe(4);
  });
});

describe("what is said of a space", () => {
  const names = new Names(null, { language: "en", words: { control: { coin: "COIN Control" } }, labels: {}, reconstructed: {} });
  const say_ = (key: Parameters<typeof say>[1], params = {}) => say("en", key, params);

  it("is everything that is drawn there", () => {
    const told = facts(shapes.spaces.get("kabul")!, { ...full(2), population: 4 }, names, say_);
    expect(told).toEqual([
      "City", "Population 4", "COIN Control", "Support", "2 Terror markers", "Returnees (+1 Population)",
      "1 Coalition base", "2 Coalition troops",
    ]);
  });

  it("tells a road's Econ and Sabotage, and that nothing is there", () => {
    const told = facts(shapes.spaces.get("kabul-tor-kham")!, { ...EMPTY, sabotage: true }, names, say_);
    expect(told).toEqual(["Line of Communication, Econ 4", "Sabotage", "no pieces"]);
  });
});

describe("the view", () => {
  it("is that of this game and of no other", () => {
    expect(plainView({ game: "distant-plain" })).toEqual({ game: "distant-plain" });
    expect(() => plainView({ game: "chess" })).toThrow("chess");
  });

  it("has pieces of known seats and kinds", () => {
    expect(PIECES.map(seatOf)).toEqual([...Array(2).fill("coalition"), ...Array(3).fill("government"), ...Array(3).fill("taliban"), ...Array(3).fill("warlords")]);
    expect(new Set(PIECES.map(kindOf))).toEqual(new Set(["base", "troops", "police", "underground", "active"]));
    expect(present({ "warlords-base": 1, "coalition-troops": 2, "taliban-base": 0 })).toEqual([
      { piece: "coalition-troops", count: 2 },
      { piece: "warlords-base", count: 1 },
    ]);
  });
});

describe("the relief", () => {
  it("is the same every time, and not flat", () => {
    expect(noise(3.25, 8.5)).toBe(noise(3.25, 8.5));
    const heights = Array.from({ length: 200 }, (_, at) => height(at * 5, at * 3));
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.4);
  });
});

describe("signs", () => {
  it("are set where they belong, with every kind of line", () => {
    expect(signAt("M0-5L1.3-1.3H4V2C1 2 3 4-5-6A4.8 2 0 1 0 1.9-.5Z", 10, 20, 2, 4)).toBe(
      "M10 0L12.6 14.8H18V28C12 28 16 36 0 -4A9.6 8 0 1 0 13.8 18Z",
    );
  });

  it("stay as they are at 0 0 in their own size", () => {
    for (const piece of PIECES) {
      const sign = emblem(seatOf(piece), kindOf(piece));
      const plain = (d: string) => d.match(/[A-Z]|-?\d*\.?\d+/g)!.map((part) => (/[A-Z]/.test(part) ? part : Number(part)));
      expect(plain(signAt(sign, 0, 0, 1)), piece).toEqual(plain(sign));
    }
  });
});
