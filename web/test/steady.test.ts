import { describe, expect, it } from "vitest";
import { steady } from "../src/lib/steady";

const view = () => ({ spaces: { kabul: { pieces: { troops: 2 } }, ghor: { pieces: {} } }, cards: [[3, "shaded"]], card: 7 as number | null });

describe("what comes anew", () => {
  it("is the old object where nothing changed", () => {
    const old = view();
    expect(steady(old, view())).toBe(old);
  });

  it("keeps the old object of every part that is as it was", () => {
    const old = view();
    const next = view();
    next.spaces.kabul.pieces.troops = 3;
    const now = steady(old, next);
    expect(now).toEqual({ ...view(), spaces: { kabul: { pieces: { troops: 3 } }, ghor: { pieces: {} } } });
    expect(now).not.toBe(old);
    expect(now.spaces.ghor).toBe(old.spaces.ghor);
    expect(now.cards).toBe(old.cards);
    expect(old.spaces.kabul.pieces.troops).toBe(2);
  });

  it.each([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1, b: undefined }, { a: 1, c: undefined }],
    [[1, 2], [1, 2, 3]],
    [[1, 2, 3], [1, 2]],
    [{ 0: "a" }, ["a"]],
    [["a"], { 0: "a" }],
    [{ a: null }, { a: {} }],
    [{ a: {} }, { a: null }],
    [null, { a: 1 }],
  ])("is what came where %j became %j", (old, next) => {
    expect(steady(old, structuredClone(next))).toEqual(next);
  });
});
