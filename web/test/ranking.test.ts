import { describe, expect, it } from "vitest";
import { place } from "../src/lib/ranking";

describe("places of a ranking", () => {
  it("are shared by those who lose equally", () => {
    const ranking = ["government", "warlords", "taliban", "coalition"];
    expect(ranking.map((_, at) => place(ranking, ["coalition", "taliban"], at))).toEqual([1, 2, 3, 3]);
    expect(ranking.map((_, at) => place(ranking, [], at))).toEqual([1, 2, 3, 4]);
  });
});
