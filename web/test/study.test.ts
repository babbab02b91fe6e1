// The study: the order of moments, the geometry of charts, positions read, edited and written.

import { describe, expect, it } from "vitest";
import type { Moment, Series, Turn } from "../src/lib/contract";
import { Names } from "../src/lib/names";
import { markerPath, MARKERS, Plot, scaleOf } from "../src/study/chart";
import { away, momentsOf, placeOf, queryOf, readAt, roundsOf, saidOf, turnAt, type At } from "../src/study/moments";
import { changed, count, dealt, emptied, inner, numbers, opened, stepped, used, usuallyActive } from "../../src/khyber/games/distant_plain/page/editor/position";
import { refusal } from "../../src/khyber/games/distant_plain/page/editor/problems";
import { BadToml, readToml, writeToml } from "../../src/khyber/games/distant_plain/page/editor/toml";

const step = (n: number, choices: number, values: Record<string, number> = {}): Moment => ({ step: n, name: "turn", choices, values });
const STEPS = [step(0, 0), step(1, 0), step(2, 3), step(3, 1), step(4, 3)];
const turn = (first: number, last: number, seat: string, name: string, round: string, done: string[] = [], mark = ""): Turn =>
  ({ first, last, seat, name, round, mark, done });
const TURNS = [
  turn(0, 0, "", "", ""),
  turn(1, 1, "", "7 Seven", "7 Seven", [], "7"),
  turn(2, 3, "taliban", "7 Seven", "7 Seven", ["North: did 2", "North: did 3"]),
  turn(4, 4, "warlords", "7 Seven", "7 Seven"),
];

describe("moments", () => {
  const moments = momentsOf(STEPS);
  const turns = TURNS;

  it("go through every choice, and end with steps", () => {
    expect(moments.map((at) => `${at.step}.${at.choice ?? "end"}`)).toEqual(
      ["0.end", "1.end", "2.1", "2.2", "2.end", "3.end", "4.1", "4.2", "4.end"]);
  });

  it("are the same backwards as forwards", () => {
    for (const by of ["choice", "turn"] as const) {
      const there: At[] = [moments[0]!];
      while (there.at(-1) !== moments.at(-1) && there.length < 50) {
        const next = away(moments, turns, there.at(-1)!, by, 1);
        there.push(moments[placeOf(moments, next)]!);
      }
      const back: At[] = [there.at(-1)!];
      while (back.at(-1) !== moments[0] && back.length < 50) {
        const next = away(moments, turns, back.at(-1)!, by, -1);
        back.push(moments[placeOf(moments, next)]!);
      }
      expect(back.reverse()).toEqual(there);
    }
  });

  it("lie in turns, which are told by what was done in them or by name", () => {
    expect(saidOf(turns[2]!, "North")).toBe("did 2 · did 3");
    expect(saidOf(turns[1]!, "")).toBe("7 Seven");
    expect(turnAt(turns, { step: 2, choice: 2 })?.seat).toBe("taliban");
    expect(turnAt(turns, { step: 5, choice: 1 })).toBeNull();
  });

  it("lie in rounds, headed by a turn of the same name that nobody takes", () => {
    const rounds = roundsOf([...turns, turn(5, 6, "", "May: Event", "May"), turn(7, 9, "north", "May: Declare", "May")]);
    expect(rounds.map(({ name, heading, turns: under }) => [name, heading?.first ?? null, under.map(({ first }) => first)])).toEqual(
      [["", null, [0]], ["7 Seven", 1, [2, 4]], ["May", null, [5, 7]]]);
  });

  it("that are not there are the last ones before", () => {
    expect(moments[placeOf(moments, { step: 2, choice: 9 })]).toEqual({ step: 2, choice: 2 });
    expect(moments[placeOf(moments, { step: 99, choice: null })]).toEqual({ step: 4, choice: null });
  });

  it("stand in addresses", () => {
    expect(readAt(new URLSearchParams(queryOf({ step: 3, choice: 2 })))).toEqual({ step: 3, choice: 2 });
    expect(queryOf({ step: 3, choice: null })).toBe("step=3");
    expect(readAt(new URLSearchParams("step=-1"))).toBeNull();
    expect(readAt(new URLSearchParams("choice=1"))).toBeNull();
  });
});

describe("charts", () => {
  const series: Series[] = [{ id: "a", name: "A", group: "margins", seat: null, threshold: null }];
  const plot = new Plot(series, [-3, -3, 4, 12].map((value, at) => step(at, 0, { a: value })), 400);

  it("have round scales that hold 0 and every value", () => {
    expect(scaleOf([-3, 12])).toEqual({ low: -5, high: 15, ticks: [-5, 0, 5, 10, 15] });
    expect(scaleOf([])).toMatchObject({ low: 0, high: 1 });
    for (const values of [[1], [-1], [74, 3], [-20, -7], [0]]) {
      const { low, high, ticks } = scaleOf(values);
      for (const value of [0, ...values]) expect(low <= value && value <= high).toBe(true);
      expect(ticks).toContain(0);
      expect(ticks.length).toBeLessThan(12);
    }
  });

  it("name rounds where there is room", () => {
    const long = new Plot(series, Array.from({ length: 101 }, (_, at) => step(at, 0, { a: at })), 400);
    const rounds = long.rounds([turn(1, 49, "", "", "", [], "March"), turn(50, 51, "", "", "", [], "April"), turn(52, 60, "", "", "", [], "May"), turn(61, 100, "", "", "")]);
    expect(rounds.map(({ name, fits }) => [name, fits])).toEqual([["March", true], ["April", true], ["May", false]]);
    expect(rounds[1]!.x).toBe(long.x(50));
  });

  it("find the step under a point, for every step", () => {
    for (const at of [0, 1, 2, 3]) expect(plot.placeAt(plot.x(at))).toBe(at);
    expect(plot.placeAt(-100)).toBe(0);
    expect(plot.placeAt(10_000)).toBe(3);
  });

  it("hold a value until it jumps", () => {
    expect(plot.line("a").replace(/[\d. ]+/g, "")).toBe("MHHVHV");
    expect(plot.line("nothing")).toBe("");
  });

  it("have markers of different shapes", () => {
    const drawn = MARKERS.filter((marker) => marker !== "ring").map((marker) => markerPath(marker, 5, 5));
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});

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

  it("are told in the reader's words", () => {
    expect(refusal("space.kabul: 3 Bases are too many (1.4.2)", names)).toEqual(
      { key: "study.bad-bases", params: { space: "Kabul", n: 3 }, space: "kabul" });
    expect(refusal("31 pieces of taliban-guerrilla are in play: there are 30", names)).toEqual(
      { key: "study.bad-inventory", params: { n: 31, piece: "Guerriglieri talebani", of: 30 }, space: null });
    expect(refusal("cards: card 7 is in two places", names).params).toEqual({ card: "7 Sette" });
    expect(refusal("the position: active = 'government' is impossible in step 'sharia'; valid: taliban", names)).toEqual(
      { key: "study.bad-active", params: { seat: "Governo", seats: "Talebani" }, space: null });
    expect(refusal("sequence: acted has 'taliban', which is still to come (to-come); valid: government", names)).toEqual(
      { key: "study.bad-acted", params: { seat: "Talebani" }, space: null });
    expect(refusal("sequence: first-did = 'event', but acted is empty; valid: none, or name in acted who did it (taliban)", names).key).toBe("study.bad-first-did");
    expect(refusal("cards: 3 Propaganda cards in played or propaganda-played and 2 in deck; scenario 'short' has 4", names)).toEqual(
      { key: "study.bad-propaganda", params: { n: 3, deck: 2, of: 4 }, space: null });
    expect(refusal("something new", names)).toEqual({ key: "study.bad-other", params: { message: "something new" }, space: null });
  });
});
