// Units and tokens can be told apart without full colour vision: by colour, and by their signs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { difference, GLANCE, pairs, VISIONS } from "$web/test/vision";
import facts from "../facts.json";

/** The colours of units, and of the rims of discs. */
const unit = readFileSync(join(import.meta.dirname, "../Unit.svelte"), "utf8");
const UNITS = new Map([...unit.matchAll(/\.(us|ana|taliban) \{([^}]*)\}/g)].map((found) => [found[1]!, /--body:\s*(#[0-9a-f]{6})/.exec(found[2]!)![1]!]));

it.each(Object.entries(VISIONS))("units differ with %s", (_, vision) => {
  expect([...UNITS.keys()].sort()).toEqual(["ana", "taliban", "us"]);
  for (const [one, other] of pairs([...UNITS.values()])) expect(difference(one, other, vision), `${one} ${other}`).toBeGreaterThanOrEqual(GLANCE);
});

it("units, buildings and dice bear different signs", () => {
  const { signs } = facts.shapes;
  for (const alike of [["us", "ana", "taliban"], ["school", "fort"], ["hit", "block"], ["coalition", "taliban"]] as const) {
    expect(new Set(alike.map((id) => signs[id])).size).toBe(alike.length);
  }
});
