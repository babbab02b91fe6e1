// Text and its ground: at least 4.5 to 1 (WCAG AA); lines of controls at least 3 to 1.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../src/app.css"), "utf8");

function colours(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6})/g)].map((found) => [found[1]!, found[2]!]));
}

const blocks = [...css.matchAll(/:root[^{]*\{([^}]*)\}/g)].map((found) => colours(found[1]!));
const [light, darkBySystem, darkByChoice] = blocks;

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TEXT: [string, string][] = [
  ...["paper", "surface", "sunk"].flatMap((ground): [string, string][] => [["ink", ground], ["quiet", ground]]),
  ["accent", "paper"], ["accent", "surface"], ["on-accent", "accent"], ["on-accent-soft", "accent-soft"],
  ["warn", "surface"], ["warn", "warn-soft"], ["warn", "paper"], ["good", "good-soft"],
  ["on-gold-soft", "gold-soft"], ["ink", "gold-soft"], ["quiet", "gold-soft"], ["quiet", "accent-soft"],
];
const SHAPES: [string, string][] = [
  ["strong-line", "surface"], ["strong-line", "paper"], ["accent", "surface"], ["good", "surface"],
  ...[0, 1, 2, 3, 4, 5, 6].map((seat): [string, string] => [`seat-${seat}`, "surface"]),
];

describe.each([["light", light!], ["dark", darkByChoice!]])("%s", (_, theme) => {
  it.each(TEXT)("%s on %s can be read", (ink, ground) => {
    expect(contrast(theme.get(ink)!, theme.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SHAPES)("%s on %s can be seen", (shape, ground) => {
    expect(contrast(theme.get(shape)!, theme.get(ground)!)).toBeGreaterThanOrEqual(3);
  });
});

it("is as dark by choice as by the system", () => {
  expect(Object.fromEntries(darkBySystem!)).toEqual(Object.fromEntries(darkByChoice!));
});
