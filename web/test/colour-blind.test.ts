// Seats can be told apart without full colour vision; the games' own tests see to their pieces.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { themes } from "./colours";
import { difference, GLANCE, pairs, VISIONS } from "./vision";

const css = readFileSync(join(import.meta.dirname, "../src/app.css"), "utf8");
const [light, dark] = themes(css).map((theme) => [1, 2, 3, 4].map((seat) => theme.get(`seat-${seat}`)!));

describe.each(Object.entries(VISIONS))("with %s", (_, vision) => {
  it("the colours of four seats differ on light and dark pages", () => {
    for (const theme of [light!, dark!]) {
      expect(theme).toHaveLength(4);
      for (const [one, other] of pairs(theme)) expect(difference(one, other, vision), `${one} ${other}`).toBeGreaterThanOrEqual(GLANCE);
    }
  });
});
