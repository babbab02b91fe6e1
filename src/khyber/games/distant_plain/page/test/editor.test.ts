// The editor: positions read, edited and written.

import { describe, expect, it } from "vitest";
import { Names } from "$web/src/lib/names";
import { changed, count, dealt, emptied, inner, numbers, opened, stepped, used, usuallyActive } from "../editor/position";
import { refusal } from "../editor/problems";
import { BadToml, readToml, writeToml } from "../editor/toml";

const TEXT = `format = "khyber-position/1"
options = ["sudden-propaganda"]
players = [0, 1, 2, 3]
step = "turn"

[tracks]
government = 10
hard = false

[cards]
played = [12, 34]
deck = [7, 73, 40]
removed = [1, 2]

[sequence]
acted = []
next = { taliban = "eligible" }

[space.kandahar]
coalition-troops = 1
taliban-guerrilla-active = 2
level = "support"

[space.kandahar-kabul]
sabotage = true
`;

describe("TOML", () => {
  it("is read and written to the same", () => {
    expect(readToml(writeToml(readToml(TEXT)))).toEqual(readToml(TEXT));
  });

  it("is read with comments, signs and lists over lines", () => {
    expect(readToml('a = [ 1, # one\n  2, ]\nb.c = "x\\"y" # z\nd = {}\n\n[e]\n"f g" = true\nh = \'raw\\\'\ni = [["x"], []]')).toEqual(
      { a: [1, 2], b: { c: 'x"y' }, d: {}, e: { "f g": true, h: "raw\\", i: [["x"], []] } });
  });

  it.each([["a = ", 1], ["a = 1\na = 2", 2], ["a = 1\n[b", 2], ["x", 1], ["a = 1 b = 2", 1], ['a = "x', 1]])(
    "tells where %j cannot be read", (text, line) => {
      expect(() => readToml(text)).toThrow(BadToml);
      try {
        readToml(text);
      } catch (problem) {
        expect((problem as BadToml).line).toBe(line);
      }
    });
});

describe("positions", () => {
  const document = opened(`${TEXT}\n[since]\nentries = ["rally"]\nby = ["taliban"]\n`);

  it("forget what happened since the checkpoint", () => {
    expect(document["since"]).toBeUndefined();
    expect(readToml(writeToml(document))).toEqual(readToml(TEXT));
  });

  it("are changed in a copy; what is as usual is left out", () => {
    const more = changed(document, ["space", "kabul", "taliban-base"], 2, 0);
    expect(count(inner(more, "space", "kabul"), "taliban-base")).toBe(2);
    expect(inner(document, "space", "kabul")).toEqual({});
    expect(changed(more, ["space", "kabul", "taliban-base"], 0, 0)).toEqual(document);
    expect(inner(emptied(document, "kandahar"), "space")).toEqual({ "kandahar-kabul": { sabotage: true } });
  });

  it("keep every card once when one is dealt", () => {
    for (const [place, card] of [["card", 40], ["card", 12], ["next", 34], ["next", 1], ["card", 9], ["next", 7]] as const) {
      const cards = inner(dealt(document, place, card), "cards");
      const piles = [numbers(cards, "played"), numbers(cards, "deck"), numbers(cards, "removed")];
      expect(place === "card" ? piles[0]!.at(-1) : piles[1]![0]).toBe(card);
      expect(new Set(piles.flat()).size).toBe(piles.flat().length);
      expect(piles.map((pile) => pile.length)).toEqual([2, 3, 2]);
    }
    expect(numbers(inner(dealt({}, "card", 5), "cards"), "played")).toEqual([5]);
  });

  it("are read with shorthand, spelled out for the fields of the editor", () => {
    const short = opened('space.paktika = "T 2u 1B, opposition, 2terror"\nspace.kabul-aibak = "W 1a, sabotage"\navailable = "T 0u"\ncasualties = "C 2t"\n');
    expect(short).toEqual({
      space: {
        paktika: { "taliban-guerrilla-underground": 2, "taliban-base": 1, level: "opposition", terror: 2 },
        "kabul-aibak": { "warlords-guerrilla-active": 1, sabotage: true },
      },
      available: { "taliban-guerrilla-underground": 0 },
      casualties: { "coalition-troops": 2 },
    });
    expect(opened('space.kabul = "G 3t 1p 1B, support, +1pop, terror"')["space"]).toEqual(
      { kabul: { "government-troops": 3, "government-police": 1, "government-base": 1, level: "support", returnees: true, terror: 1 } });
  });

  it.each(["T 2x", "2u", "C 1u", "T 1u 1u", "tea"])("leave the line %j, which cannot be read, to the server", (line) => {
    expect(opened(`space.kabul = "${line}"`)).toEqual({ space: { kabul: line } });
  });

  it("go to another step with nothing that belongs to the old one", () => {
    const redeploying = { step: "redeploy", active: "coalition", sequence: { frozen: true, acted: ["taliban"] }, space: { kabul: { "taliban-base": 1, control: "coin" } } };
    expect(stepped(redeploying, "sharia")).toEqual(
      { step: "sharia", sequence: { acted: ["taliban"] }, space: { kabul: { "taliban-base": 1 } } });
    expect(stepped(redeploying, "civic-action")["active"]).toBe("coalition");
    expect(usuallyActive(stepped(redeploying, "sharia"))).toBe("taliban");
    expect(usuallyActive({})).toBe("coalition");
  });

  it("count Guerrillas of both states together", () => {
    const more = changed(document, ["space", "zabol", "taliban-guerrilla-underground"], 3);
    expect(used(more).get("taliban-guerrilla")).toBe(5);
  });
});

describe("refusals", () => {
  const names = new Names({ seats: [{ id: "taliban", name: "Talebani" }, { id: "government", name: "Governo" }] }, {
    language: "it",
    words: { space: { kabul: "Kabul" }, "piece:other": { "taliban-guerrilla-underground": "Guerriglieri talebani nascosti" }, piece: { "taliban-guerrilla-underground": "Guerriglieri talebani" }, card: { "7": "7 Sette" } },
    labels: {},
    reconstructed: {},
  });

  it("are in the reader's language", () => {
    expect(refusal("space.kabul: 3 Bases are too many (1.4.2)", names)).toEqual(
      { key: "editor.bad-bases", params: { space: "Kabul", n: 3 }, space: "kabul" });
    expect(refusal("31 pieces of taliban-guerrilla are in play: there are 30", names)).toEqual(
      { key: "editor.bad-inventory", params: { n: 31, piece: "Guerriglieri talebani", of: 30 }, space: null });
    expect(refusal("cards: card 7 is in two places", names).params).toEqual({ card: "7 Sette" });
    expect(refusal("the position: active = 'government' is impossible in step 'sharia'; valid: taliban", names)).toEqual(
      { key: "editor.bad-active", params: { seat: "Governo", seats: "Talebani" }, space: null });
    expect(refusal("sequence: acted has 'taliban', which is still to come (to-come); valid: government", names)).toEqual(
      { key: "editor.bad-acted", params: { seat: "Talebani" }, space: null });
    expect(refusal("sequence: first-did = 'event', but acted is empty; valid: none, or name in acted who did it (taliban)", names).key).toBe("editor.bad-first-did");
    expect(refusal("cards: 3 Propaganda cards in played or propaganda-played and 2 in deck; scenario 'short' has 4", names)).toEqual(
      { key: "editor.bad-propaganda", params: { n: 3, deck: 2, of: 4 }, space: null });
    expect(refusal("something new", names)).toEqual({ key: "editor.bad-other", params: { message: "something new" }, space: null });
  });
});
