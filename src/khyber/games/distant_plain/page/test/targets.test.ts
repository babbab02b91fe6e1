import { describe, expect, it } from "vitest";
import type { OptionText, Question } from "$web/src/lib/contract";
import { Names } from "$web/src/lib/names";
import { changesBetween } from "../changes";
import { giftOf, goodsBetween, granting } from "../deals";
import { groupOf, lightsFor, optionsAt, sections, short } from "../targets";
import { board } from "./plain";

const option = (key: string, about: OptionText["about"] = {}): OptionText => ({ key, text: key, about });
const question = (options: OptionText[], about: Question["about"] = {}): Question => ({
  seat: "coalition", ask: "x", rule: "3", question: "?", about, options,
});

describe("options on the map", () => {
  it("light the spaces they name, and a click there is the choice", () => {
    const asked = question([option("kabul", { space: "kabul" }), option("herat", { space: "herat" }), option("done")]);
    const lit = lightsFor(asked, board());
    expect([...lit.spaces]).toEqual([["kabul", "option"], ["herat", "option"]]);
    expect(optionsAt({ kind: "space", space: "herat" }, asked, board()).map((one) => one.key)).toEqual(["herat"]);
    expect(optionsAt({ kind: "space", space: "waziristan" }, asked, board())).toEqual([]);
  });

  it("light pieces where the question is about a space", () => {
    const asked = question([option("coalition-troops", { piece: "coalition-troops" }), option("none")], { space: "kabul" });
    expect(lightsFor(asked, board()).pieces.get("kabul")).toEqual(new Set(["coalition-troops"]));
    expect(optionsAt({ kind: "pieces", space: "kabul", piece: "coalition-troops" }, asked, board())).toHaveLength(1);
    expect(optionsAt({ kind: "pieces", space: "kabul", piece: "government-police" }, asked, board())).toEqual([]);
  });

  it("know whose Guerrillas are meant by a Faction's name", () => {
    const asked = question([option("taliban"), option("none")], { space: "herat", n: 1 });
    const found = optionsAt({ kind: "pieces", space: "herat", piece: "taliban-guerrilla-active" }, asked, board());
    expect(found.map((one) => one.key)).toEqual(["taliban"]);
  });

  it("tell several choices in one space, and those chosen before", () => {
    const asked = question([option("civic-action kabul", { space: "kabul" }), option("base kabul", { space: "kabul" })]);
    const view = { ...board(), action: { ...board().action, spaces: ["herat"] } };
    expect(optionsAt({ kind: "space", space: "kabul" }, asked, view)).toHaveLength(2);
    expect(lightsFor(asked, view).spaces.get("herat")).toBe("chosen");
    expect(lightsFor({ seat: "taliban" }, view).spaces.size).toBe(0);
  });
});

describe("groups", () => {
  it("head what is alike, in the order it came", () => {
    const options = [option("train"), option("patrol"), option("event-shaded"), option("pass")];
    const found = sections(options, board());
    expect(found.map((one) => [one.group, one.options.length])).toEqual([["operation", 2], ["event", 1], ["other", 1]]);
    const spaces = ["kabul", "waziristan", "kandahar-kabul"].map((id) => option(id, { space: id }));
    expect(spaces.map((one) => groupOf(one, board()))).toEqual(["province", "pakistan", "road"]);
  });

  it("have spaces of all kinds together where those are mixed", () => {
    const mixed = ["kabul", "waziristan", "herat"].map((id) => option(id, { space: id }));
    const found = sections([...mixed, option("extort")], board());
    expect(found.map((one) => [one.group, one.options.length])).toEqual([["place", 3], ["activity", 1]]);
  });

  it("are left out where they would break up", () => {
    const options = [option("train"), option("pass"), option("sweep")];
    expect(sections(options, board())).toHaveLength(1);
  });
});

describe("changes", () => {
  it("tell what differs, with its place", () => {
    const before = board();
    const then = { ...board(), aid: 8, resources: { ...board().resources, government: 7 } };
    then.spaces["kabul"] = { ...then.spaces["kabul"]!, pieces: { "coalition-troops": 3, "government-police": 4 }, control: "coin" };
    const found = changesBetween(before, then, new Names(null));
    expect(found.map(({ where, from, to }) => [where, from, to])).toEqual([
      ["resources.government", 10, 7], ["aid", 5, 8], ["kabul", 1, 4], ["kabul", "None", "Coin"],
    ]);
    expect(changesBetween(before, board(), new Names(null))).toEqual([]);
  });
});

describe("deals", () => {
  it("can be asked for where the rules know them, and are granted by an unasked action", () => {
    expect(goodsBetween("government", "warlords")).toEqual(["resources", "patronage"]);
    expect(goodsBetween("taliban", "warlords")).toEqual(["resources"]);
    expect(goodsBetween("coalition", "warlords")).toEqual([]);
    expect(granting({ seat: "warlords", to: "taliban", what: "resources", amount: 3 })).toBe("give warlords 3");
    expect(granting({ seat: "warlords", to: "government", what: "patronage", amount: 2 })).toBe("patronage 2");
    expect(giftOf(option("remove kabul taliban-base"))).toBeNull();
    expect(giftOf(option("give taliban 2"))).toEqual({ to: "taliban", what: "resources", amount: 2 });
    expect(giftOf(option("patronage 4"))).toEqual({ to: "warlords", what: "patronage", amount: 4 });
  });
});

describe("a button of the action row", () => {
  it("says the words before the details", () => {
    const words = (key: string, text: string): string => short({ key, text, about: {} }, {} as Names);
    expect(words("rally", "Rally (1 Resource per space): place Guerrillas")).toBe("Rally");
    expect(words("pass", "Pass: +1 Resource")).toBe("Pass");
  });
});
