// The page's state of a table, driven by what the server sends.

import { afterEach, describe, expect, it, vi } from "vitest";
import type { GameBoard } from "../src/boards/contract";
import type { Frame, JsonObject } from "../src/lib/contract";
import { NOTHING, type Following } from "../src/lib/live";
import { Session } from "../src/table/session.svelte";
import { event, frame } from "./fakes";

const table = vi.hoisted(() => ({ tell: (_: unknown): void => undefined }));
vi.mock("../src/lib/app.svelte", () => ({ app: { language: "en", t: (key: string) => key, wrong: String } }));
vi.mock("../src/lib/joining", () => ({
  liveTable: (_: string, tell: (next: unknown) => void) => {
    table.tell = tell;
    return { forgetPreview: () => undefined, keep: () => undefined };
  },
}));

/** A board that shows what the server sent, and lets it be looked up later. */
const board = {
  read: (view: unknown) => view,
  after: (view: unknown) => view,
  isHead: () => false,
  weight: () => 1,
  lightsOf: () => ({ spaces: new Map(), pieces: new Map(), tracks: new Set() }),
} as unknown as GameBoard;

function told(version: number, n: number, more: Partial<Frame>): void {
  const events = Array.from({ length: n }, (_, at) => event(at));
  const next: Following = { ...NOTHING, connection: "open", events, frame: frame(version, more) };
  table.tell(next);
}

describe("stepping back", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** The boards that ‹ goes back to, after two moves in a seat and then these seats. */
  function back(secret: object, seats: string[]): unknown[] {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const session = new Session("t", board);
    const seen = { view: secret as JsonObject, seats: ["taliban"] };
    told(1, 1, seen);
    told(2, 2, seen);
    told(3, 3, seen);
    session.setSpeed("instant");
    told(4, 4, { view: { public: true }, seats });
    const found: unknown[] = [];
    for (let n = 0; n < 5; n += 1) {
      session.teller.step(-1);
      found.push(session.shown);
    }
    session.leave();
    return found;
  }

  it.each([["Deception markers", { deception: { taliban: [2, 3] } }], ["a hand", { sides: { taliban: { hand: ["village"] } } }]])(
    "forgets %s when the seat is lost", (_, secret) => {
      expect(back(secret, ["taliban"])).toContainEqual(secret);
      expect(back(secret, [])).not.toContainEqual(secret);
    });
});
