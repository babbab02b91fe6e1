// The board of Zurmat: how tiles would join, and a Declare disc by disc.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Declaring, inOrder } from "../declaring.svelte";
import { weight } from "../moments";
import { progress } from "../objectives";
import { showing, type Declared } from "../showing";
import { joins } from "../tiles";
import type { SideView, TileView, ZurmatView } from "../view";
import type { Told } from "$web/src/lib/contract";

const tile = (east: number, north: number, roads: string[], more: Partial<TileView> = {}): TileView => ({
  east, north, roads, turn: 0, poppy: false, control: "nobody", schools: 0, forts: 0, units: {}, moved: {},
  discs: { coalition: { n: 2 }, taliban: { n: 1 } }, ...more,
});
const view = { tiles: { "01": tile(0, 0, ["NESW"]), "03": tile(1, 1, ["N", "E", "S", "W"]) } } as unknown as ZurmatView;
const told = (n: number, kind: string, params: Told["told"]): Told => ({ n, step: 0, kind, rule: "", text: kind, told: params }) as Told;

describe("a tile in hand", () => {
  it("joins a road that goes on, or one that ends at a village on either side", () => {
    expect(joins(view, { east: 0, north: 1 }, ["NS", "E", "W"])).toEqual([
      { edge: "E", tile: "03", join: "village" }, { edge: "S", tile: "01", join: "on" },
    ]);
    expect(joins(view, { east: 0, north: -1 }, ["S", "EW"])).toEqual([{ edge: "N", tile: "01", join: "none" }]);
  });
});

describe("an Objective", () => {
  it("counts its Operations, and no more than it needs", () => {
    const done = (declare: number) => progress("declare3", { completed: { declare } } as unknown as SideView);
    expect([done(1), done(6)]).toEqual([" 1/3", " 3/3"]);
  });
});

describe("a Declare", () => {
  const faces = { coalition: { faction: 1, neutral: 1 }, taliban: { faction: 1, neutral: 0 } };
  const declared: Declared = { kind: "declare", n: 7, tile: "01", faces, loyalty: { coalition: 3, taliban: 1 }, winner: "coalition" };
  const now = { tiles: { "01": tile(0, 0, ["NESW"], { control: "coalition", discs: { coalition: { n: 0 }, taliban: { n: 0 } } }) } } as unknown as ZurmatView;
  let declaring: Declaring;
  beforeEach(() => {
    vi.useFakeTimers();
    declaring = new Declaring();
    declaring.heard(declared, view.tiles, false);
  });
  afterEach(() => {
    declaring.stop();
    vi.useRealTimers();
  });

  it("turns the discs of both sides by turns", () => {
    expect(inOrder(faces).map(({ seat }) => seat)).toEqual(["coalition", "taliban", "coalition"]);
    expect(inOrder({ ...faces, coalition: { faction: 2, neutral: 2 } }).map(({ face }) => face).join(" ")).toBe("faction faction neutral faction neutral");
  });

  it("shows on the tile what is turned so far, and the result only after the last disc", () => {
    expect(declaring.on(now).tiles["01"]).toMatchObject({ control: "nobody", discs: { coalition: { n: 2, faction: 0, neutral: 0 } } });
    vi.advanceTimersByTime(800);
    expect(declaring.turned).toBe(2);
    expect(declaring.on(now).tiles["01"]!.discs.taliban).toEqual({ n: 1, faction: 1, neutral: 0 });
    expect(declaring.over).toBe(false);
    vi.advanceTimersByTime(800);
    expect(declaring.over).toBe(true);
    expect(declaring.on(now)).toBe(now);
  });

  it("goes step by step or at once, and can be seen again", () => {
    declaring.next();
    vi.advanceTimersByTime(5000);
    expect(declaring.turned).toBe(1);
    declaring.all();
    expect(declaring.over).toBe(true);
    declaring.again();
    expect(declaring.turned).toBe(0);
  });

  it("is over at once where nothing moves, for an older one, and for one that was there before the page", () => {
    for (const [shown, tiles, still] of [[{ ...declared, n: 8 }, view.tiles, true], [{ ...declared, n: 3 }, view.tiles, false], [{ ...declared, n: 9 }, null, false]] as const) {
      declaring.heard(shown, tiles, still);
      expect(declaring.over).toBe(true);
    }
  });

  it("is found in the log by its entry, and takes longer the more discs there are", () => {
    const up = told(4, "turned-up", { tile: "01", cf: 2, cn: 1, tf: 0, tn: 3 });
    expect(showing([up], () => "nobody")).toMatchObject({ kind: "declare", n: 4, loyalty: null });
    expect(weight(up)).toBeGreaterThan(weight(told(5, "turned-up", { tile: "01", cf: 0, cn: 0, tf: 1, tn: 0 })));
  });
});
