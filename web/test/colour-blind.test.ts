// Pieces can be told apart without full colour vision: by colour under simulated deficiencies, and by their signs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emblem } from "../../src/khyber/games/distant_plain/page/emblems";
import { facts as freedom } from "../../src/khyber/games/enduring_freedom/page/facts";
import type { PieceKind, Seat } from "../../src/khyber/games/distant_plain/page/view";
import facts from "../contract/facts.json";
import { themes } from "./colours";

type Triple = [number, number, number];
/** Complete deficiencies, on linear RGB: Machado, Oliveira and Fernandes 2009. */
const MATRICES: Record<string, readonly [Triple, Triple, Triple]> = {
  "full colour vision": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
/** The least difference (CIE76) that is seen at a glance; 2.3 is the least that is seen at all. */
const GLANCE = 12;

function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

const times = (matrix: readonly [Triple, Triple, Triple], [r, g, b]: Triple): Triple =>
  matrix.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b))) as Triple;

function lab(rgb: Triple): Triple {
  const [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], rgb);
  const f = (part: number): number => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const [a, b, c] = [f(x / 0.9505), f(y), f(z / 1.089)];
  return [116 * b - 16, 500 * (a - b), 200 * (b - c)];
}

function difference(one: string, other: string, seen: readonly [Triple, Triple, Triple]): number {
  const [a, b] = [lab(times(seen, linear(one))), lab(times(seen, linear(other)))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const token = readFileSync(join(import.meta.dirname, "../../src/khyber/games/distant_plain/page/Token.svelte"), "utf8");
const BODIES = new Map(
  [...token.matchAll(/\.(coalition|government|police|taliban|warlords) \{([^}]*)\}/g)].map((found) => [
    found[1]!,
    /--body:\s*(#[0-9a-f]{6})/.exec(found[2]!)![1]!,
  ]),
);
/** Units of Zurmat, and the rims of its discs. */
const unit = readFileSync(join(import.meta.dirname, "../../src/khyber/games/zurmat/page/Unit.svelte"), "utf8");
const UNITS = new Map([...unit.matchAll(/\.(us|ana|taliban) \{([^}]*)\}/g)].map((found) => [found[1]!, /--body:\s*(#[0-9a-f]{6})/.exec(found[2]!)![1]!]));
const css = readFileSync(join(import.meta.dirname, "../src/app.css"), "utf8");
const [light, dark] = themes(css).map((theme) => [1, 2, 3, 4].map((seat) => theme.get(`seat-${seat}`)!));

const pairs = <T>(list: readonly T[]): [T, T][] => list.flatMap((one, at) => list.slice(at + 1).map((other): [T, T] => [one, other]));

describe.each(Object.entries(MATRICES))("with %s", (_, matrix) => {
  it.each(pairs([...BODIES]))("%j differs from %j", ([, one], [, other]) => {
    expect(difference(one, other, matrix)).toBeGreaterThanOrEqual(GLANCE);
  });

  it("units of Zurmat differ", () => {
    expect([...UNITS.keys()].sort()).toEqual(["ana", "taliban", "us"]);
    for (const [one, other] of pairs([...UNITS.values()])) expect(difference(one, other, matrix), `${one} ${other}`).toBeGreaterThanOrEqual(GLANCE);
  });

  it.each([["us", "nato", "iran", "alliance"], ["al-qaeda", "taliban", "pakistani", "special"]])("counters of %s, %s, %s and %s differ", (...contingents) => {
    const { colours } = freedom().faces;
    for (const [one, other] of pairs(contingents)) {
      expect(difference(colours[one]![0], colours[other]![0], matrix), `${one} ${other}`).toBeGreaterThanOrEqual(GLANCE);
    }
  });

  it("the colours of four seats differ on light and dark pages", () => {
    for (const theme of [light!, dark!]) {
      expect(theme).toHaveLength(4);
      for (const [one, other] of pairs(theme)) expect(difference(one, other, matrix), `${one} ${other}`).toBeGreaterThanOrEqual(GLANCE);
    }
  });
});

it("units, buildings and dice of Zurmat bear different signs", () => {
  const { signs } = facts["zurmat"].shapes;
  for (const alike of [["us", "ana", "taliban"], ["school", "fort"], ["hit", "block"], ["coalition", "taliban"]] as const) {
    expect(new Set(alike.map((id) => signs[id])).size).toBe(alike.length);
  }
});

it("pieces of different Factions, and Troops and Police, bear different signs", () => {
  const kinds: [Seat, PieceKind][] = [
    ["coalition", "troops"], ["government", "troops"], ["government", "police"], ["taliban", "active"], ["warlords", "active"],
  ];
  expect(new Set(kinds.map(([seat, kind]) => emblem(seat, kind))).size).toBe(kinds.length);
});
