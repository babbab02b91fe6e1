// Games that tests/distant_plain/test_page_telling.py played: each choice, as it is told, leads to the board of the rules.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Told } from "$web/src/lib/contract";
import { after } from "../moments";
import type { PlainView } from "../view";

interface Game {
  start: PlainView;
  frames: { events: Told[]; view: PlainView }[];
}

const file = process.env["KHYBER_TOLD"];
const played = file
  ? (JSON.parse(readFileSync(file, "utf8")) as { untold: string[]; games: Game[] })
  : { untold: [], games: [] };

describe("telling", () => {
  it("needs the games that were played", () => {
    expect(played.games.length > 0).toBe(file !== undefined);
  });

  it.skipIf(!file)("ends where the rules do", () => {
    const told = (view: PlainView) => Object.fromEntries(Object.entries(view).filter(([key]) => !played.untold.includes(key)));
    for (const game of played.games) {
      let before = game.start;
      for (const { events, view } of game.frames) {
        const kinds = events.map((event) => event.kind).join(", ");
        expect(told(events.reduce(after, before)), kinds).toEqual(told(view));
        before = view;
      }
      expect(game.frames.length).toBeGreaterThan(100);
    }
  });
});
