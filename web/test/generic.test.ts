// The board that any game has: what lights up, what a click means, and what a preview says.

import { describe, expect, it } from "vitest";
import { following as board } from "../src/boards/generic/following";
import type { JsonObject, OptionText, Question, Told } from "../src/lib/contract";
import { Names } from "../src/lib/names";

const names = new Names({ seats: [{ id: "north", name: "North" }, { id: "south", name: "South" }] });
const view = (): JsonObject => ({
  game: "x",
  tiles: { "01": { units: { us: 2, ana: 1 }, control: "north" }, "02": { units: { us: 1 }, control: "nobody" } },
  sides: { north: { points: 3, hand: ["mule"] }, south: { points: 5, hand: 2 } },
});
const option = (key: string, about: OptionText["about"] = {}): OptionText => ({ key, text: key, about });
const question = (options: OptionText[], about: JsonObject = {}): Question => ({ seat: "north", ask: "x", about, options });
const keys = (options: OptionText[]) => options.map(({ key }) => key);

describe("the generic board", () => {
  it("lights places that options name, and a click there is the choice", () => {
    const asked = question([option("01"), option("school 02"), option("done")]);
    expect([...board.lights(asked, view(), names).spaces]).toEqual([["01", "option"], ["02", "option"]]);
    expect(keys(board.optionsAt({ kind: "space", space: "02" }, asked, view(), names))).toEqual(["school 02"]);
    expect(keys(board.optionsAt({ kind: "space", space: "03" }, asked, view(), names))).toEqual([]);
  });

  it("lights pieces in the place that is asked about, and nowhere else", () => {
    const asked = question([option("1 us"), option("1 ana"), option("1 ana + 1 us")], { tile: "01" });
    const lit = board.lights(asked, view(), names);
    expect(lit.spaces.get("01")).toBe("chosen");
    expect([...lit.pieces]).toEqual([["01", new Set(["us", "ana"])]]);
    expect(keys(board.optionsAt({ kind: "pieces", space: "01", piece: "ana" }, asked, view(), names))).toEqual(["1 ana", "1 ana + 1 us"]);
  });

  it("takes no seat for a place", () => {
    expect(board.placeOf(option("south"), view(), names)).toBeNull();
    expect(board.lights(question([option("1 south")]), view(), names).spaces.size).toBe(0);
  });

  it("sets apart what ends or declines something", () => {
    expect(board.sections([option("01"), option("done")], view()).map(({ enough }) => enough)).toEqual([false, true]);
    expect(board.sections([option("done"), option("01"), option("pass")], view())).toHaveLength(1);
  });

  it("says what a choice would change, place by place", () => {
    const then = view();
    (then["tiles"] as Record<string, JsonObject>)["02"] = { units: { us: 3, ana: 1 }, control: "north" };
    expect(board.changes(view(), view(), names)).toEqual([]);
    expect(board.changes(view(), then, names).map(({ where, from, to }) => [where, from, to])).toEqual([
      ["02", 1, 3], ["02", "–", 1], ["02", "Nobody", "North"],
    ]);
  });

  it("heads each step of the log, and knows whose it is", () => {
    const told = (n: number, step: number, about: JsonObject = {}): Told => ({ n, step, kind: "x", rule: "", text: "x", told: about });
    expect(board.isHead(told(1, 2), told(0, 1))).toBe(true);
    expect(board.isHead(told(1, 1), told(0, 1))).toBe(false);
    expect(board.seatOf(told(0, 1, { side: "south" }), names)).toBe("south");
    expect(board.seatOf(told(0, 1, { tile: "01" }), names)).toBeNull();
    expect([...board.lightsOf([told(0, 1, { tile: "01" })], view(), names).spaces]).toEqual([["01", "told"]]);
  });

  it("tells how each seat stands", () => {
    expect(board.seats(view(), names).map(({ seat, score }) => [seat, score?.text])).toEqual([["north", "3"], ["south", "5"]]);
  });
});
