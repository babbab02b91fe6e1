// The colours of map and pieces: names can be read on every ground, lights seen, and pieces told apart in any colour vision.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contrast, themes } from "$web/test/colours";
import { difference, GLANCE, pairs, VISIONS } from "$web/test/vision";
import { emblem } from "../emblems";
import type { PieceKind, Seat } from "../view";

const source = (name: string) => readFileSync(join(import.meta.dirname, "..", name), "utf8");

function colours(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6}|rgb\([^)]*\)|[\d.]+)/g)].map((found) => [found[1]!, found[2]!]));
}

const [light, dark] = themes(source("Panels.svelte"));

const GROUNDS = ["abroad", "plains", "mountain", "plains-pashtun", "mountain-pashtun", "pakistan", "city"];

describe.each([["light", light], ["dark", dark]])("the map when %s", (_, theme) => {
  it.each([...GROUNDS, "halo"])("names can be read on %s", (ground) => {
    expect(contrast(theme.get("map-ink")!, theme.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });

  it("the countries around can be read, written large as they are", () => {
    expect(contrast(theme.get("faint")!, theme.get("abroad")!)).toBeGreaterThanOrEqual(3);
  });

  it.each(["option", "chosen", "told", "preview", "focus"])("the light %s can be seen on every ground", (lamp) => {
    for (const ground of GROUNDS) expect(contrast(theme.get(lamp)!, theme.get(ground)!), ground).toBeGreaterThanOrEqual(3);
  });
});

describe("pieces", () => {
  const kinds = [...source("Token.svelte").matchAll(/\.(coalition|government|police|taliban|warlords) \{([^}]*)\}/g)];

  it.each(kinds.map((found) => [found[1]!, colours(found[2]!)] as const))("of %s bear numbers and signs that can be read", (_, kind) => {
    expect(contrast(kind.get("on")!, kind.get("body")!)).toBeGreaterThanOrEqual(4.5);
    if (kind.has("cap-active")) expect(contrast(kind.get("cap-sign")!, kind.get("cap-active")!)).toBeGreaterThanOrEqual(4.5);
  });

  it("are of five colours", () => {
    expect(kinds).toHaveLength(5);
  });
  describe.each(Object.entries(VISIONS))("with %s", (_, vision) => {
    it.each(pairs(kinds.map((found) => [found[1]!, colours(found[2]!).get("body")!] as const)))("%j differs from %j", ([, one], [, other]) => {
      expect(difference(one, other, vision)).toBeGreaterThanOrEqual(GLANCE);
    });
  });

  it("of different Factions, and Troops and Police, bear different signs", () => {
    const signed: [Seat, PieceKind][] = [
      ["coalition", "troops"], ["government", "troops"], ["government", "police"], ["taliban", "active"], ["warlords", "active"],
    ];
    expect(new Set(signed.map(([seat, kind]) => emblem(seat, kind))).size).toBe(signed.length);
  });
});
