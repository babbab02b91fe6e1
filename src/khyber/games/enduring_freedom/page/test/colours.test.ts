// Counters can be told apart without full colour vision.

import { describe, expect, it } from "vitest";
import { difference, GLANCE, pairs, VISIONS } from "$web/test/vision";
import { facts } from "../facts";

describe.each(Object.entries(VISIONS))("with %s", (_, vision) => {
  it.each([["us", "nato", "iran", "alliance"], ["al-qaeda", "taliban", "pakistani", "special"]])("counters of %s, %s, %s and %s differ", (...contingents) => {
    const { colours } = facts().faces;
    for (const [one, other] of pairs(contingents)) {
      expect(difference(colours[one]![0], colours[other]![0], vision), `${one} ${other}`).toBeGreaterThanOrEqual(GLANCE);
    }
  });
});
