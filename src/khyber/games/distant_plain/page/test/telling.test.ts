import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject, Told } from "$web/src/lib/contract";
import { after, diceOf, isBeat, isHead, lightsOf, movesOf, seatOf, weight } from "../moments";
import { behind, news, Teller, type Telling } from "$web/src/table/telling";
import type { PlainView } from "../view";
import { FakeClock } from "$web/test/fakes";
import { board } from "./plain";

let n = 0;
const told = (kind: string, about: JsonObject = {}): Told => ({ n: n++, step: 1, kind, rule: "1", text: kind, told: about });
const placed = (count: number, space = "kabul") => told("placed", { piece: "government-police", n: count, space });

beforeEach(() => {
  n = 0;
});

describe("an entry of the log", () => {
  it("moves pieces between boxes and spaces", () => {
    let view = after(board(), placed(2));
    expect(view.spaces["kabul"]!.pieces["government-police"]).toBe(3);
    expect(view.available["government-police"]).toBe(3);
    view = after(view, told("moved", { piece: "government-police", n: 3, origin: "kabul", dest: "herat" }));
    expect(view.spaces["kabul"]!.pieces["government-police"]).toBeUndefined();
    expect(view.spaces["herat"]!.pieces["government-police"]).toBe(3);
    view = after(view, told("removed", { piece: "taliban-guerrilla-active", n: 1, space: "herat" }));
    expect(view.available["taliban-guerrilla-underground"]).toBe(1);
    view = after(view, told("casualties", { piece: "coalition-troops", n: 1, space: "kabul" }));
    expect(view.casualties["coalition-troops"]).toBe(1);
  });

  it("turns Guerrillas, people, Control and tracks", () => {
    let view = after(board(), told("hidden", { faction: "taliban", n: 1, space: "herat" }));
    expect(view.spaces["herat"]!.pieces).toEqual({ "taliban-guerrilla-underground": 1 });
    view = after(view, told("activated", { faction: "taliban", n: 1, space: "herat" }));
    expect(view.spaces["herat"]!.pieces).toEqual({ "taliban-guerrilla-active": 1 });
    view = after(view, told("level", { space: "herat", level: "support" }));
    view = after(view, told("control", { space: "herat", control: "coin" }));
    view = after(view, told("terror", { space: "herat", n: 2 }));
    expect(view.spaces["herat"]).toMatchObject({ level: "support", control: "coin", terror: 2 });
    view = after(view, told("resources", { faction: "taliban", change: -1, n: 4 }));
    view = after(view, told("islamabad", { box: "backing", hard: 1 }));
    expect([view.resources["taliban"], view.islamabad]).toEqual([4, { box: "backing", hard: true }]);
  });

  it("leaves alone the board it was told from, and what it does not know", () => {
    const before = board();
    const copy = JSON.stringify(before);
    after(before, placed(2));
    expect(JSON.stringify(before)).toBe(copy);
    expect(after(before, told("novelty"))).toBe(before);
  });

  it("tells what moves, lights up and was rolled, and whose turn it begins", () => {
    const moved = told("moved", { piece: "coalition-troops", n: 2, origin: "kabul", dest: "herat" });
    expect(movesOf(moved)).toEqual([{ from: "kabul", to: "herat", piece: "coalition-troops", count: 2 }]);
    expect([...lightsOf([moved, told("aid", { change: 1, n: 5 })]).spaces.keys()]).toEqual(["kabul", "herat"]);
    expect(lightsOf([told("resources", { faction: "taliban", n: 1 })]).tracks).toEqual(new Set(["resources.taliban"]));
    expect(diceOf(told("attack-rolled", { die: 4, space: "herat", success: 1 }))[0]?.value).toBe(4);
    expect(seatOf(told("operation", { faction: "taliban", operation: "rally" }))).toBe("taliban");
    expect(seatOf(moved)).toBeNull();
  });
});

describe("a log that comes again", () => {
  it("is told only where it is new, and cut where it was taken back", () => {
    const [a, b, c] = [placed(1), told("aid", { n: 3 }), told("card")];
    expect(news([a], [a, b])).toEqual({ fresh: [b], cut: null });
    expect(news([a, b], [{ ...a }, { ...b }, c])).toEqual({ fresh: [c], cut: null });
    expect(news([a, b, c], [{ ...a }])).toEqual({ fresh: [], cut: 1 });
    const other = { ...b, text: "another" };
    expect(news([a, b, c], [{ ...a }, other])).toEqual({ fresh: [other], cut: 1 });
  });
});

describe("telling", () => {
  let clock: FakeClock;
  let seen: Telling<PlainView>[];
  let teller: Teller<PlainView>;
  /** What comes without the board after it: that follows from the entries. */
  const hear = (events: Told[], own: boolean) => teller.heard(board(), events.reduce(after, board()), events, own);
  const police = (view: PlainView | null) => view?.spaces["kabul"]!.pieces["government-police"];

  beforeEach(() => {
    clock = new FakeClock();
    seen = [];
    teller = new Teller({ after, isHead, weight }, clock, (now) => seen.push(now), "normal");
  });

  it("shows entry after entry and then the table as it is, a frame after the last", () => {
    hear([placed(1), placed(1)], false);
    expect([behind(teller.now), police(teller.now.view)]).toEqual([true, 1]);
    clock.pass(10_000);
    expect(behind(teller.now)).toBe(false);
    expect(teller.now.view).toBeNull();
    expect(seen.map((one) => police(one.view))).toEqual([1, 2, 3, undefined]);
    expect(seen.map((one) => one.just.length)).toEqual([0, 1, 1, 1]);
  });

  it("shows what one action does at once, and sixty entries in twelve seconds", () => {
    teller = new Teller({ after, isBeat, isHead, weight }, clock, (now) => seen.push(now), "normal");
    const space = (id: string): Told[] => [
      told("selected", { space: id }), told("resources", { faction: "taliban", n: 4 }), placed(1, id), told("control", { space: id, control: "none" }),
    ];
    const turn = [told("operation", { faction: "taliban", operation: "rally" }), ...space("kabul"), ...space("herat"), told("activity", { activity: "extort" })];
    hear(turn.slice(0, 6), false);
    clock.pass(2500);
    expect(seen.map((one) => one.just.map(({ kind }) => kind))).toEqual([[], ["operation"], ["selected", "resources", "placed", "control"], ["selected"], ["selected"]]);

    const many = Array.from({ length: 6 }, () => turn.map((event) => ({ ...event, n: n++ }))).flat();
    expect(many).toHaveLength(60);
    hear(many, false);
    clock.pass(11_000);
    expect(behind(teller.now)).toBe(true);
    clock.pass(1000);
    expect(behind(teller.now)).toBe(false);
  });

  it.each(["civic-action", "sharia", "base-built", "patronage-returned", "searched", "assaulted", "card-used"])(
    "begins another action with %s, also in the space before it",
    (kind) => {
      const named = told(kind, { space: "kabul" });
      expect(isBeat(named, placed(1))).toBe(true);
      expect(isBeat(placed(1), named)).toBe(false);
      expect(lightsOf([named]).spaces.has("kabul")).toBe(true);
      expect(isHead(named)).toBe(false);
    },
  );

  it("tells single moves of a replay by themselves at normal speed for at most twelve seconds, too", () => {
    const rolls = Array.from({ length: 60 }, () => told("attack-rolled", { die: 1, space: "herat", success: 0 }));
    hear(rolls, false);
    clock.pass(12_000);
    expect(behind(teller.now)).toBe(false);
  });

  it("begins after an undo from the board before it, not from the one that was undone", () => {
    hear([placed(1), placed(1)], true);
    teller.cut(1);
    teller.heard(null, board(), [{ ...placed(2), n: 1 }], true);
    teller.step(-1);
    expect(police(teller.now.view)).toBe(2);
  });

  it("forgets every moment where somebody else looks on", () => {
    hear([placed(1), placed(1)], true);
    teller.forget();
    expect([teller.now.at, teller.now.of, teller.now.view]).toEqual([0, 0, null]);
    teller.step(-1);
    expect(teller.now.view).toBeNull();
  });

  it("does not keep anybody waiting for their own doing, nor at instant speed", () => {
    hear([placed(1), placed(1)], true);
    expect([behind(teller.now), teller.now.just.length]).toEqual([false, 2]);
    teller.setSpeed("instant");
    hear([placed(1)], false);
    expect(behind(teller.now)).toBe(false);
  });

  it("queues what comes while it is telling, one's own doing too", () => {
    hear([placed(1)], false);
    hear([placed(2)], true);
    expect([teller.now.at, teller.now.of]).toEqual([0, 2]);
    clock.pass(10_000);
    expect(behind(teller.now)).toBe(false);
  });

  it("pauses, steps both ways and skips", () => {
    hear([placed(1), placed(1), told("operation", { faction: "taliban" }), placed(1)], false);
    teller.hold(true);
    clock.pass(60_000);
    expect(teller.now.at).toBe(0);
    teller.step(1);
    expect([teller.now.at, teller.now.paused, police(teller.now.view)]).toEqual([1, true, 2]);
    teller.step(-1);
    expect(police(teller.now.view)).toBe(1);
    teller.skipTurn();
    expect(teller.now.at).toBe(2);
    teller.skip();
    expect([behind(teller.now), teller.now.paused]).toEqual([false, false]);
    teller.step(-1);
    expect([behind(teller.now), police(teller.now.view)]).toEqual([true, 3]);
  });

  it("forgets what was taken back", () => {
    hear([placed(1), placed(1)], false);
    teller.cut(1);
    expect([teller.now.of, behind(teller.now)]).toEqual([1, false]);
  });

  it("tells again from an earlier board, also to who wants everything at once", () => {
    teller.setSpeed("instant");
    teller.again(board(), [placed(1), placed(1)]);
    expect([behind(teller.now), police(teller.now.view)]).toEqual([true, 1]);
    clock.pass(10_000);
    expect(behind(teller.now)).toBe(false);
  });

  it("does not remember for ever", () => {
    for (let i = 0; i < 60; i += 1) hear(Array.from({ length: 20 }, () => placed(0)), true);
    expect(teller.now.of).toBeLessThan(450);
  });

  it("goes on from the board that the server had at the end of a step", () => {
    const [one, other] = [placed(1), placed(1)];
    teller.again(board(), [one, other]);
    teller.hold(true);
    teller.step(1);
    teller.settle(one.n, after(board(), placed(4)));
    expect(police(teller.now.view)).toBe(5);
    teller.step(1);
    teller.step(-1);
    expect(police(teller.now.view)).toBe(5);
    teller.settle(other.n, after(board(), placed(7)));
    expect(teller.now.at).toBe(1);
  });

  it("dwells on dice longer than on what follows from others", () => {
    expect(weight(told("rolled"))).toBeGreaterThan(weight(placed(1)));
    expect(weight(told("control"))).toBeLessThan(weight(placed(1)));
  });
});
