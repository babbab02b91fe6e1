// The study: the order of moments, and the geometry of charts.

import { afterEach, describe, expect, it, vi } from "vitest";
import type { GameBoard } from "../src/boards/contract";
import { api } from "../src/lib/api";
import type { Explanation, Moment, Replayed, Series, TableInfo, Told, Turn } from "../src/lib/contract";
import { markerPath, MARKERS, Plot, scaleOf } from "../src/study/chart";
import { away, momentsOf, placeOf, queryOf, readAt, roundsOf, saidOf, turnAt, type At } from "../src/study/moments";
import { Study } from "../src/study/study.svelte";
import { explainedTogether, stepsUnder } from "../src/table/reasons";

vi.mock("../src/lib/app.svelte", () => ({
  app: { language: "en", t: (key: string) => key, wrong: String, namesOf: () => Promise.resolve(null) },
}));

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

describe("a study", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** A study of that table at its last moment, and how often the server was asked for each step. */
  async function opened(status: TableInfo["status"]) {
    const asked: number[] = [];
    vi.stubGlobal("history", { state: null, replaceState: () => undefined });
    vi.spyOn(api, "table").mockImplementation(() => Promise.resolve({ game: "river", status, version: 1 } as TableInfo));
    vi.spyOn(api, "timeline").mockResolvedValue({ series: [], turns: TURNS, steps: STEPS });
    vi.spyOn(api, "cards").mockResolvedValue([]);
    vi.spyOn(api, "replay").mockImplementation((_, at) => {
      asked.push(at);
      return Promise.resolve({ step: at, view: {}, events: [] } as unknown as Replayed);
    });
    const study = new Study("t", {} as GameBoard);
    await study.load(null);
    return { study, asked };
  }

  it("keeps no moment of the step under way: when that is over, less may be known of it", async () => {
    const { study, asked } = await opened("running");
    expect(asked).toEqual([4]);
    for (const step of [2, 4, 2, 4]) await study.go({ step, choice: null });
    expect(asked).toEqual([4, 2, 4, 4]);
  });

  it("keeps every moment of a game that is over", async () => {
    const { study, asked } = await opened("over");
    for (const step of [2, 4, 2, 4]) await study.go({ step, choice: null });
    expect(asked).toEqual([4, 2]);
  });
});

describe("reasons", () => {
  const one = (step: number, seat: string, reasons: string[], more: Partial<Explanation> = {}): Explanation =>
    ({ step, seat, bot: "bot:standard", short: "", reasons, answers: [], untold: false, stopped: false, unplanned: 0, ...more });

  it("of one bot in a row are one explanation", () => {
    const answer = { question: "Where?", answer: "There", why: "" };
    const found = [one(3, "a", ["1"], { answers: [answer] }), one(4, "a", ["2"], { short: "so", answers: [answer], stopped: true }), one(5, "b", ["3"]), one(6, "a", [])];
    const whole = explainedTogether(found);
    expect(whole.map(({ seat, short, reasons, answers, stopped }) => [seat, short, reasons, answers.length, stopped])).toEqual(
      [["a", "so", ["1", "2"], 2, true], ["b", "", ["3"], 0, false], ["a", "", [], 0, false]]);
    expect(found[0]!.answers).toHaveLength(1);
  });

  it("are asked for all that stands under a heading of the log", () => {
    const events = ([[4, "turn"], [5, "phase"], [5, "moved"], [6, "phase"], [8, "moved"], [8, "turn"], [9, "phase"], [9, "turn"], [9, "moved"]] as const)
      .map(([step, kind], n): Told => ({ n, step, kind, rule: "", text: "", told: {} }));
    const isHead = ({ kind }: Told): boolean => kind !== "moved";
    const under = (n: number) => Object.values(stepsUnder(events, events[n]!, isHead, ({ kind }) => kind === "phase"));
    expect([under(0), under(5), under(7)]).toEqual([[4, 8], [9, 9], [9, 9]]);
    expect(Object.values(stepsUnder(events, events[3]!, isHead, () => false))).toEqual([6, 8]);
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
