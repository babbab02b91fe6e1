import { describe, expect, it } from "vitest";
import { bundles, isLast, obvious, redundant, turn } from "../shortcuts";
import { role } from "../targets";
import { phaseOf } from "../facts";
import { roleOf } from "$web/src/boards/contract";
import type { OptionText, Question } from "$web/src/lib/contract";
import { Names } from "$web/src/lib/names";
import { backTo, inTurn, Nesting, toTheEnd } from "$web/src/table/course";
import { rowOf } from "$web/src/table/row";
import { board } from "./plain";

const option = (key: string, about: OptionText["about"] = {}): OptionText => ({ key, text: key, about });
const asked = (ask: string, keys: string[], about: Question["about"] = {}, seat = "coalition"): Question => ({
  seat, ask, rule: "3", question: "?", about, options: keys.map((key) => option(key)),
});
const names = new Names(null, { labels: {}, words: {}, lines: {}, rules: {}, sections: [] } as never);

describe("a course of answers", () => {
  it("sends them in turn, or leads back to the question around", () => {
    const both = inTurn(["2", "1"]);
    expect([both(asked("a", [])), both(asked("a", [])), both(asked("a", []))]).toEqual(["2", "1", null]);
    const outer = asked("sweep-space", ["kabul", "herat"]);
    const back = backTo(outer, "herat");
    expect(back(asked("sweep-from", ["kabul", "done"]))).toBe("done");
    expect(back(outer)).toBe("herat");
    expect(back(outer)).toBeNull();
  });

  it("ends a turn, with what goes without saying on the way", () => {
    const end = toTheEnd((question) => (question.ask === "activate" ? "taliban" : null));
    expect(end(asked("extort-space", ["zabol", "done"]))).toBe("done");
    expect(end(asked("activate", ["taliban", "none"]))).toBe("taliban");
    expect(end(asked("train-count", ["0", "1"]))).toBeNull();
  });

  it("knows the question around, within one turn", () => {
    const nesting = new Nesting();
    nesting.heard(asked("sweep-space", ["kabul", "herat"]), "1");
    expect(nesting.outer).toBeNull();
    nesting.heard(asked("sweep-from", ["zabol", "done"], { space: "farah" }), "1");
    expect(nesting.further(() => true).map(({ key }) => key)).toEqual(["kabul", "herat"]);
    nesting.heard(asked("move-count", ["1", "2"]), "1");
    expect(nesting.outer).toBeNull();
    nesting.heard(asked("sweep-from", ["done"], { space: "farah" }), "1");
    expect(nesting.outer?.ask).toBe("sweep-space");
    nesting.heard(asked("rally-space", ["done"]), "2");
    expect(nesting.outer).toBeNull();
  });
});

describe("the question around", () => {
  it("is none after the last space, where done ends the turn, nor in a Special Activity on the way", () => {
    const nesting = new Nesting();
    nesting.heard(asked("train-space", ["konduz", "ghazni", "done"]), "1");
    nesting.heard(asked("train-then", ["civic-action konduz", "done"]), "1");
    expect(nesting.outer).toBeNull();
    nesting.heard(asked("attack-space", ["kandahar", "khowst"]), "2");
    nesting.heard(asked("ambush-space", ["khowst", "done"]), "2");
    expect(nesting.further(() => true)).toEqual([]);
  });
});

describe("what goes without saying", () => {
  it("is whose Guerrillas where only one Faction has any, and the order of searches", () => {
    expect(obvious(asked("activate", ["taliban", "none"]), board())).toBe("taliban");
    expect(obvious(asked("activate", ["taliban", "warlords", "both", "none"]), board())).toBeNull();
    expect(obvious(asked("sweep-search", ["kabul", "herat", "air-lift"]), board())).toBe("kabul");
    expect(obvious(asked("sweep-search", ["air-lift", "done"]), board())).toBeNull();
    expect(obvious(asked("remove-enemy", ["taliban-base", "none"]), board())).toBe("taliban-base");
    expect(obvious(asked("remove-enemy", ["taliban-base", "warlords-base"]), board())).toBeNull();
  });

  it("is all Guerrillas of a Rally, unless there is something else to do or they run out", () => {
    const view = { ...board(), available: { "taliban-guerrilla-underground": 3 } };
    const rally = (...keys: string[]) => obvious(asked("rally-how", keys, { space: "herat" }, "taliban"), view);
    expect(rally("1", "2", "nothing", "extort")).toBe("2");
    expect(rally("1", "2", "3", "nothing")).toBeNull();
    expect(rally("1", "base")).toBeNull();
    expect(rally("1", "hide", "nothing")).toBeNull();
  });

  it("is a way that differs in nothing from another", () => {
    const ways = asked("sweep-from", ["kandahar", "kandahar > kandahar-kabul", "ghazni > kandahar-kabul", "done"]);
    expect([...redundant(ways, board())]).toEqual(["kandahar > kandahar-kabul"]);
    const two = asked("sweep-from", ["ghazni > kandahar-kabul", "ghazni > herat"]);
    expect([...redundant(two, board())]).toEqual(["ghazni > herat"]);
    const guarded = asked("sweep-from", ["ghazni > herat", "ghazni > kandahar-kabul"]);
    expect([...redundant(guarded, board())]).toEqual([]);
  });
});

describe("several answers with one click", () => {
  it("are both kinds of a group", () => {
    const view = board();
    view.spaces["herat"]!.pieces = { "taliban-guerrilla-underground": 1, "taliban-guerrilla-active": 2 };
    const march = asked("march-count", ["0", "1"], { origin: "herat", dest: "kabul", piece: "taliban-guerrilla-underground" }, "taliban");
    expect(bundles(march, view, names).map(({ keys }) => keys.join("+"))).toEqual(["1+2", "1+1", "1+0", "0+2", "0+1"]);
    const train = asked("train-count", ["0", "1", "2", "3", "4", "5", "6"], { space: "kabul", piece: "government-troops" }, "government");
    expect(bundles(train, view, names).map(({ keys }) => keys.join("+"))).toEqual(["1+5", "2+4", "3+3", "4+2", "5+1"]);
    expect(bundles(asked("turn", ["rally"]), view, names)).toEqual([]);
  });

  it("fill the room that is left where one kind is short, and name no kind of which none comes", () => {
    const view = { ...board(), available: { "government-police": 6 } };
    const few = asked("train-count", ["0", "1", "2"], { space: "herat", piece: "government-troops", room: 6 }, "government");
    expect(bundles(few, view, names).map(({ keys }) => keys.join("+"))).toEqual(["0+6", "1+5", "2+4"]);
    expect(bundles(few, view, names)[0]!.text).not.toContain("0 ");
  });

  it("are only all of a large group, or all of a kind, and as many at a Redeploy", () => {
    const view = board();
    view.spaces["herat"]!.pieces = { "taliban-guerrilla-underground": 16, "taliban-guerrilla-active": 2 };
    const counts = Array.from({ length: 17 }, (_, n) => String(n));
    const about = { origin: "herat", dest: "kabul", piece: "taliban-guerrilla-underground" };
    const keysOf = (ask: string, of = view) => bundles(asked(ask, counts, about, "taliban"), of, names).map(({ keys }) => keys.join("+"));
    expect(keysOf("march-count")).toEqual(["16+2", "16+0", "0+2"]);
    expect(keysOf("move-count")).toEqual([]);
    expect(keysOf("move-count", { ...view, sequence: { ...view.sequence, step: "redeploy-taliban" } })).toEqual(["16+2", "16+0", "0+2"]);
  });
});

describe("the action row", () => {
  it("holds what ends or changes a turn, with keys of its own", () => {
    const question = asked("rally-space", ["kabul", "extort", "infiltrate", "event-shaded", "pass", "done"]);
    question.options![0] = option("kabul", { space: "kabul" });
    const row = rowOf({ role: role as never }, question, board() as never);
    expect(row.map(({ option: { key }, key: letter }) => [key, letter])).toEqual([
      ["extort", "a"], ["infiltrate", "x"], ["event-shaded", "v"], ["pass", "p"], ["done", "d"],
    ]);
    expect([roleOf(option("none")), roleOf(option("kabul"))]).toEqual(["done", null]);
    expect([isLast(question), isLast(asked("extort-space", []))]).toEqual([true, false]);
  });
});

describe("a turn and a round", () => {
  it("are known by the step", () => {
    const at = (step: string) => ({ ...board(), sequence: { ...board().sequence, step } });
    expect([turn(at("turn")), turn(at("reset"))]).toEqual(["6 coalition", null]);
    expect(["turn", "victory", "sharia", "redeploy-police", "reset"].map((step) => phaseOf(at(step)))).toEqual([
      null, "victory", "support", "redeploy", "reset",
    ]);
  });
});
