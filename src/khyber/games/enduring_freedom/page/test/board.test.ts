// The board of Enduring Freedom: what a group's order answers, what purchases cost, and where counters lie.

import { describe, expect, it } from "vitest";
import type { Question, Told } from "$web/src/lib/contract";
import { fightOf } from "../battles";
import { facts, keyOf, levelOf } from "../facts";
import { arrange, linesOf, wrapped } from "../layout";
import { marksOf } from "../marks";
import { after } from "../moments";
import { basket, buying, costOf, sending } from "../orders.svelte";
import { phaseOf, STAFFS } from "../phases";
import { reactionsOf } from "../reactions";
import { swingsOf } from "../swings";
import { optionsAt } from "../targets";
import { pilesAt, roomOf, type FreedomView } from "../view";

const ask = (name: string): Question => ({ seat: "coalition", ask: name });
const told = (kind: string, params: Told["told"], rule = ""): Told => ({ n: 0, step: 0, kind, rule, text: kind, told: params }) as Told;

const view = {
  game: "enduring-freedom", step: "ground", turn: 1, points: 40, jihad: 9,
  zones: { kabul: { control: "coalition", islamists: { "face-down": 2 }, alliance: { "na-haz": 2 }, ground: { "us-1-10": 1, "us-dagger": 1 }, air: {} } },
  staging: { pakistan: { capacity: 6, ground: {}, air: {} } }, boxes: { "joint-strike": {}, underground: { "face-down": 3 } },
  orders: { "us-1-10": ["bagram", "ghazni"], "us-dagger": ["bagram"], "na-haz kabul": ["ghazni"] }, moved: [], events: [], missions: [], "to-fight": [], battle: null,
} as unknown as FreedomView;

describe("orders", () => {
  it("send each unit of a group that can go there, one after another", () => {
    const course = sending(new Map([["us-1-10", 1], ["us-dagger", 1], ["na-haz kabul", 2]]), "ghazni", view);
    const said = [];
    for (let at = 0; at < 3; at += 1) said.push(course(ask("ground")), course(ask("ground-to")));
    expect(said).toEqual(["us-1-10", "ghazni", "na-haz kabul", "ghazni", "na-haz kabul", "ghazni"]);
    expect(course(ask("ground"))).toBeNull();
  });

  it("leave out questions that the rules do not ask", () => {
    const course = sending(new Map([["us-1-10", 1]]), "bagram", view);
    expect([course(ask("ground")), course(ask("air"))]).toEqual(["us-1-10", null]);
  });

  it("name the mission of aircraft and the way of ground units", () => {
    const orders = { ...view, orders: { "us-b52": ["joint-strike", "pakistan", "kabul"], "us-dagger": ["kabul"], "drone assets-ready": ["kabul"] } };
    const first = (key: string, dest: string, phase: string): string | null => sending(new Map([[key, 1]]), dest, orders)(ask(phase));
    expect(first("us-b52", "joint-strike", "staging")).toBe("strike");
    expect(first("us-b52", "pakistan", "staging")).toBe("move-air");
    expect(first("us-b52", "kabul", "air")).toBe("strike");
    expect(first("us-dagger", "kabul", "air")).toBe("fly");
    expect(first("drone assets-ready", "kabul", "air")).toBe("drone");
  });

  it("buy several kinds in turn", () => {
    const course = buying([{ what: "sof", unit: "us-dagger", place: "pakistan" }, { what: "asset", unit: "isr", n: 3 }]);
    expect(["mobilize", "mobilize-unit", "deploy", "mobilize", "asset", "how-many", "mobilize"].map((one) => course(ask(one)))).toEqual(
      ["sof", "us-dagger", "pakistan", "asset", "isr", "3", null],
    );
  });

  it("cost what the table says; assets are paid in pairs", () => {
    expect(costOf([{ what: "ground", unit: "us-1cav", place: "pakistan" }], false)).toBe(5);
    expect(costOf([{ what: "asset", unit: "isr", n: 3 }], false)).toBe(2);
    expect(costOf([{ what: "asset", unit: "isr", n: 3 }], true)).toBe(1);
  });
});

describe("the map", () => {
  it("lays every counter inside the room of its place, none over another", () => {
    for (const place of [...Object.keys(facts().zones), ...Object.keys(facts().map.staging), ...Object.keys(facts().map.boxes)]) {
      const room = roomOf(place)!;
      const wrong = [1, 2, 4, 6, 9, 13, 20].filter((n) => {
        const cells = arrange([{ place, family: "ground", down: false, units: Array<string>(n).fill("us-1-10") }, { place, family: "islamists", down: true, units: ["face-down", "face-down"] }], room);
        const outside = cells.some(({ x, y, size }) => x < room[0] - 0.01 || y < room[1] - 2 || x + size > room[0] + room[2] + 0.01 || y + size > room[1] + room[3] + 0.01);
        const over = cells.some(({ x, y, size }, at) => cells.slice(at + 1).some((other) => Math.abs(other.x - x) < size - 0.01 && Math.abs(other.y - y) < size - 0.01));
        return outside || over || cells.flatMap(({ units }) => units).length !== n + 2;
      });
      expect(wrong, place).toEqual([]);
    }
  });

  it("shows face-down counters as one pile of backs", () => {
    expect(pilesAt(view, "kabul").map(({ family, down, units }) => [family, down, units.length])).toEqual([["islamists", true, 2], ["alliance", false, 2], ["ground", false, 2]]);
  });

  it("names a unit by its place where there are several of its kind", () => {
    expect([keyOf("us-1-10 reduced", "kabul"), keyOf("na-haz", "kabul")]).toEqual(["us-1-10", "na-haz kabul"]);
  });

  it("has a phase for every step that asks", () => {
    const phases = STAFFS.flatMap((staff) => staff.phases);
    for (const step of ["mobilize", "refit", "infowar", "isr", "designate", "staging", "ground", "air", "air-defense", "strike", "sustain", "civil", "rotation", "national", "cas", "cas-home"]) {
      expect(phases).toContain(phaseOf({ step, then: "isr-missions", attacker: null, turn: 1 }));
    }
    expect(phaseOf({ step: "combat", then: "", attacker: "islamists", turn: 2 })).toBe("counterattack-begin");
    expect(phaseOf({ step: "fight", then: "", attacker: "coalition", turn: 2 })).toBe("combat-begin");
  });

  it("keeps the phase while an Intelligence counter is looked at", () => {
    expect(phaseOf({ step: "designate", then: "cas", attacker: null, turn: 1 })).toBe("cas-reveal");
    expect(phaseOf({ step: "designated", then: "events", attacker: null, turn: 1 })).toBe("events-begin");
    expect(phaseOf({ step: "overstack", then: "staging", attacker: null, turn: 1 })).toBe("staging");
  });
});

describe("clicks", () => {
  const option = (key: string, about: Record<string, string>) => ({ key, text: key, about });
  it("bring all aircraft home at once, and choose a unit by its counter", () => {
    const home = { seat: "coalition", ask: "home", options: [option("all pakistan", { place: "pakistan" }), option("pakistan", { place: "pakistan" })] };
    expect(optionsAt({ kind: "space", space: "pakistan" }, home).map(({ key }) => key)).toEqual(["all pakistan"]);
    const loss = { seat: "coalition", ask: "coalition-loss", options: [option("us-1-10", { unit: "us-1-10", place: "kabul" }), option("us-dagger", { unit: "us-dagger", place: "kabul" })] };
    expect(optionsAt({ kind: "pieces", space: "kabul", piece: "us-1-10 reduced" }, loss).map(({ key }) => key)).toEqual(["us-1-10"]);
  });
});

describe("a replay", () => {
  it("moves, turns up and reduces counters entry by entry, and has no orders", () => {
    let now = after(view, told("moved", { unit: "us-1-10", origin: "kabul", place: "pakistan" }));
    expect([now.zones["kabul"]!.ground, now.staging["pakistan"]!.ground, now.orders]).toEqual([{ "us-dagger": 1 }, { "us-1-10": 1 }, {}]);
    now = after(now, told("revealed", { unit: "tb-inf1", place: "kabul" }));
    expect(now.zones["kabul"]!.islamists).toEqual({ "face-down": 1, "tb-inf1": 1 });
    now = after(now, told("reduced", { unit: "us-dagger", place: "kabul" }));
    expect(now.zones["kabul"]!.ground).toEqual({ "us-dagger reduced": 1 });
    expect(after(now, told("eliminated", { unit: "us-dagger", place: "kabul" })).zones["kabul"]!.ground).toEqual({});
  });

  it("gathers the fire of a battle, and forgets it with the next phase", () => {
    const log = [
      told("battle", { place: "kabul", side: "coalition" }), told("edge", { place: "kabul", ours: 5, theirs: 3, side: "coalition" }),
      told("fired", { unit: "us-1-10", place: "kabul", die: 2, success: 1 }, "24.1"), told("eliminated", { unit: "tb-inf1", place: "kabul" }),
      told("battle-over", { place: "kabul", result: "coalition" }),
    ];
    expect(fightOf(log)).toMatchObject({ kind: "battle", attacker: "coalition", result: "coalition", shots: [{ unit: "us-1-10", hit: true }], losses: [{ unit: "tb-inf1", gone: true }] });
    expect(fightOf([...log, told("phase", { phase: "sustain" })])).toBeNull();
    expect(fightOf([told("fired", { unit: "us-b52", place: "kabul", die: 6, success: 0 }, "22.2")])).toMatchObject({ kind: "strike", result: null });
  });
});

it("says which victory level a number of points means", () => {
  expect([0, 1, 21, 41, 61, 81, 99].map(levelOf)).toEqual(["catastrophe", "strategic-defeat", "operational-defeat", "draw", "operational-victory", "strategic-victory", "strategic-victory"]);
});

describe("the reaction on the map", () => {
  const entries = [
    told("phase", { phase: "events-begin" }), told("event", { total: 6, event: "uprising", again: 0 }),
    told("face-down", { side: "islamists", n: 3, place: "kabul" }), told("face-down", { side: "islamists", n: 1, place: "kabul" }),
    told("defected", { n: 2, place: "kabul" }), told("advanced", { n: 2, origin: "bagram", place: "kabul" }), told("airlift", { place: "herat", die: 5, n: 0 }),
  ];

  it("is what came, what went and what advanced, once for each side of a place", () => {
    const { changes, advances, texts } = reactionsOf(entries);
    expect(changes).toEqual([{ place: "kabul", side: "islamists", n: 4 }, { place: "kabul", side: "alliance", n: -2 }]);
    expect(advances).toEqual([{ from: "bagram", to: "kabul", n: 2 }]);
    expect(texts.get("kabul")).toHaveLength(4);
    expect(texts.has("herat")).toBe(false);
  });

  it("is shown until operations begin, and purchases are no part of it", () => {
    const later = [...entries, told("phase", { phase: "mobilize" }), told("face-down", { side: "alliance", n: 1, place: "herat" })];
    expect(reactionsOf(later).changes).toHaveLength(2);
    expect(reactionsOf([...later, told("phase", { phase: "staging" })]).changes).toEqual([]);
  });

  it("has its marks beside the counters, below those of missions and battles", () => {
    const marks = marksOf({ ...view, missions: ["kabul"], "to-fight": ["kabul"] }, reactionsOf(entries));
    expect(marks.map(({ kind, text }) => [kind, text])).toEqual([["isr", undefined], ["battle", undefined], ["islamists", "+4"], ["alliance", "−2"]]);
    expect(new Set(marks.map(({ y }) => y)).size).toBe(4);
  });

  it("moves, hides and removes counters in a replay", () => {
    const went = after(view, told("advanced", { n: 2, origin: "kabul", place: "nowhere" }));
    expect(went.zones["kabul"]!.islamists).toEqual({});
    expect(after(view, told("vanished", { n: 2, place: "kabul" })).boxes["underground"]).toEqual({ "face-down": 5 });
    const shown = { ...view, zones: { kabul: { ...view.zones["kabul"]!, islamists: { "tb-inf1": 1, "face-down": 1 } } } };
    expect(after(shown, told("concealed", { n: 1, place: "kabul" })).zones["kabul"]!.islamists).toEqual({ "face-down": 2 });
    expect(after(view, told("event", { total: 6, event: "uprising", again: 0 })).events).toEqual(["uprising"]);
  });
});

describe("words on the map", () => {
  it("have two lines where they are long", () => {
    expect(linesOf("Hindu Kush Central")).toEqual(["Hindu Kush", "Central"]);
    expect(linesOf("Hindu Kush East")).toEqual(["Hindu Kush", "East"]);
    expect(linesOf("Valle del Panjshir")).toEqual(["Valle del", "Panjshir"]);
    expect(linesOf("Mazar-i-Sharif")).toEqual(["Mazar-i-Sharif"]);
    expect(wrapped("Coalition Troop Rotation", 19)).toEqual(["Coalition Troop", "Rotation"]);
  });
});

describe("the basket", () => {
  const shop = { ...view, boxes: { available: { "us-dagger": 1, isr: 6 } } } as unknown as FreedomView;
  it("keeps through a mobilization what can still be bought, and nothing after it", () => {
    basket.items = [{ what: "sof", unit: "us-dagger", place: "pakistan" }, { what: "sof", unit: "us-kbar", place: "pakistan" }, { what: "asset", unit: "isr", n: 2 }];
    expect(basket.count).toBe(4);
    basket.keep(ask("sof-area"), shop);
    expect(basket.items).toEqual([{ what: "sof", unit: "us-dagger", place: "pakistan" }, { what: "asset", unit: "isr", n: 2 }]);
    basket.keep(ask("refit"), shop);
    expect(basket.count).toBe(0);
  });
});

describe("gains and losses", () => {
  it("name what caused them, not the roll or where a counter went", () => {
    const log = [
      told("turn", { turn: 4 }), told("event", { event: "war-on-terror" }), told("die", { die: 6 }), told("points", { change: -6, now: 40 }, "29.1"),
      told("rescue", { place: "kunduz" }), told("underground", { unit: "sp-rescue" }), told("points", { change: -4, now: 36 }, "10.2"),
      told("moved", { unit: "us-b52" }), told("points", { change: -2, now: 34 }, "11.1"),
    ];
    expect(swingsOf(log)).toEqual([{ change: -6, text: "event", turn: 4 }, { change: -4, text: "rescue", turn: 4 }]);
  });
});
