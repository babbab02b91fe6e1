// Text and its ground: at least 4.5 to 1 (WCAG AA); lines of controls at least 3 to 1.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contrast, themes } from "./colours";

const css = readFileSync(join(import.meta.dirname, "../src/app.css"), "utf8");

const [light, dark] = themes(css);

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

describe.each([["light", light], ["dark", dark]])("%s", (_, theme) => {
  it.each(TEXT)("%s on %s can be read", (ink, ground) => {
    expect(contrast(theme.get(ink)!, theme.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SHAPES)("%s on %s can be seen", (shape, ground) => {
    expect(contrast(theme.get(shape)!, theme.get(ground)!)).toBeGreaterThanOrEqual(3);
  });
});
