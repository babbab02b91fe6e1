import { beforeEach, describe, expect, it } from "vitest";
import { isOutdated, reloadOnce } from "../src/lib/outdated";

beforeEach(() => {
  const held = new Map<string, string>();
  globalThis.sessionStorage = {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
  } as Storage;
});

describe("a page older than its server", () => {
  it("is known by what browsers say of a part that is gone", () => {
    for (const message of [
      "Failed to fetch dynamically imported module: https://x/assets/StudyPage-1.js",
      "error loading dynamically imported module: https://x/assets/StudyPage-1.js",
      "Importing a module script failed.",
      "Unable to preload CSS for /assets/StudyPage-1.css",
    ]) expect(isOutdated(new TypeError(message))).toBe(true);
    expect(isOutdated(new Error("no such table"))).toBe(false);
    expect(isOutdated("Importing a module script failed.")).toBe(false);
  });

  it("is loaded anew once, and again only much later", () => {
    let loads = 0;
    const load = (now: number) => reloadOnce(() => (loads += 1), now);
    expect([load(1_000_000), load(1_001_000), load(1_070_000)]).toEqual([true, false, true]);
    expect(loads).toBe(2);
  });
});
