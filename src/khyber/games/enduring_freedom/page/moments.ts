// What one entry of the log changes on the board, so that a phase can be replayed entry by entry.

import type { JsonObject, Told } from "$web/src/lib/contract";
import { dark, type Die, type Lit, type Move } from "$web/src/boards/contract";
import { counterOf } from "./facts";
import { FACE_DOWN, isDrawn, type FreedomView, type Units, type ZoneView } from "./view";

const word = (told: JsonObject, key: string): string => String(told[key] ?? "");
const count = (told: JsonObject, key = "n"): number => (typeof told[key] === "number" ? told[key] : 0);

function changed(units: Units, unit: string, by: number): Units {
  const { [unit]: before = 0, ...others } = units;
  const after = before + by;
  return after > 0 ? { ...others, [unit]: after } : others;
}

/** The heap of a place in which a counter lies: by family in a zone, ground or air in a Staging Area. */
function heap(view: FreedomView, place: string, family: string, change: (units: Units) => Units): FreedomView {
  const part = (family === "assets" ? "air" : family) as "islamists" | "alliance" | "ground" | "air";
  const zone = view.zones[place];
  if (zone) return { ...view, zones: { ...view.zones, [place]: { ...zone, [part]: change(zone[part]) } as ZoneView } };
  const area = view.staging[place];
  if (area) {
    const own = part === "air" ? "air" : "ground";
    return { ...view, staging: { ...view.staging, [place]: { ...area, [own]: change(area[own]) } } };
  }
  const box = view.boxes[place];
  return box ? { ...view, boxes: { ...view.boxes, [place]: change(box) } } : view;
}

const put = (view: FreedomView, place: string, unit: string, family: string, by: number): FreedomView =>
  heap(view, place, family, (units) => changed(units, unit, by));

/** The name under which a unit lies in a place: reduced if no full one is there. */
function stateOf(view: FreedomView, place: string, unit: string, family: string): string {
  let found = unit;
  heap(view, place, family, (units) => {
    if (!(unit in units) && `${unit} reduced` in units) found = `${unit} reduced`;
    return units;
  });
  return found;
}

const familyOf = (unit: string): string => counterOf(unit)?.family ?? "ground";

function moved(view: FreedomView, told: JsonObject): FreedomView {
  const [unit, origin, place] = [word(told, "unit"), word(told, "origin"), word(told, "place")];
  const family = familyOf(unit);
  const name = stateOf(view, origin, unit, family);
  return put(put(view, origin, name, family, -1), place, name, family, 1);
}

/** A counter is turned face up where it lies. */
function revealed(view: FreedomView, told: JsonObject): FreedomView {
  const [unit, place] = [word(told, "unit"), word(told, "place")];
  const family = familyOf(unit);
  return put(put(view, place, FACE_DOWN, family, -1), place, unit, family, 1);
}

function eliminated(view: FreedomView, told: JsonObject): FreedomView {
  const [unit, place] = [word(told, "unit"), word(told, "place")];
  const family = familyOf(unit);
  return put(view, place, stateOf(view, place, unit, family), family, -1);
}

const total = (units: Units): number => Object.values(units).reduce((sum, n) => sum + n, 0);

/** Counters of a side that leave a zone for a place: all of them, or face-down ones; which others go is not told. */
function gone(view: FreedomView, from: string, side: "islamists" | "alliance", n: number, to: string): FreedomView {
  const here = view.zones[from]?.[side] ?? {};
  if (total(here) === n) {
    const left = heap(view, from, side, () => ({}));
    return to in view.zones ? Object.entries(here).reduce((then, [unit, many]) => put(then, to, unit, side, many), left) : put(left, to, FACE_DOWN, side, n);
  }
  return (here[FACE_DOWN] ?? 0) >= n ? put(put(view, from, FACE_DOWN, side, -n), to, FACE_DOWN, side, n) : view;
}

const APPLIED: Record<string, (view: FreedomView, told: JsonObject) => FreedomView> = {
  points: (view, told) => ({ ...view, points: count(told, "now") }),
  jihad: (view, told) => ({ ...view, jihad: count(told, "now") }),
  turn: (view, told) => ({ ...view, turn: count(told, "turn") }),
  phase: (view, told) => ({ ...view, step: word(told, "phase"), battle: null, events: told["phase"] === "events-begin" ? [] : view.events }),
  "face-down": (view, told) => put(view, word(told, "place"), FACE_DOWN, word(told, "side"), count(told)),
  advanced: (view, told) => gone(view, word(told, "origin"), "islamists", count(told), word(told, "place")),
  vanished: (view, told) => gone(view, word(told, "place"), "islamists", count(told), "underground"),
  defected: (view, told) => gone(view, word(told, "place"), "alliance", count(told), "alliance-available"),
  concealed: (view, told) => heap(view, word(told, "place"), "islamists", (units) => ({ [FACE_DOWN]: total(units) })),
  event: (view, told) => ({ ...view, events: [...view.events.filter((event) => event !== told["event"]), word(told, "event")] }),
  moved,
  revealed,
  eliminated,
  reduced: (view, told) => {
    const [unit, place] = [word(told, "unit"), word(told, "place")];
    return put(put(view, place, unit, familyOf(unit), -1), place, `${unit} reduced`, familyOf(unit), 1);
  },
  refitted: (view, told) => {
    const [unit, place] = [word(told, "unit"), word(told, "place")];
    return put(put(view, place, `${unit} reduced`, familyOf(unit), -1), place, unit, familyOf(unit), 1);
  },
  "isr-placed": (view, told) => ({ ...view, missions: [...view.missions, word(told, "place")] }),
  isr: (view, told) => ({ ...view, missions: view.missions.filter((place) => place !== word(told, "place")) }),
  battle: (view, told) => ({
    ...view,
    battle: { zone: word(told, "place"), attacker: word(told, "side") as "coalition" | "islamists", round: 0, edge: null, hits: 0 },
  }),
  "battle-over": (view) => ({ ...view, battle: null }),
};

/** The board after an entry, from the board before it. Orders belong to questions: none are open in a replay. */
export function after(view: FreedomView, event: Told): FreedomView {
  const then = APPLIED[event.kind]?.(view, event.told) ?? view;
  return Object.keys(then.orders).length ? { ...then, orders: {} } : then;
}

export function movesOf({ kind, told }: Told): Move[] {
  return kind === "moved" ? [{ from: word(told, "origin"), to: word(told, "place"), piece: word(told, "unit"), count: 1 }]
    : kind === "advanced" ? [{ from: word(told, "origin"), to: word(told, "place"), piece: FACE_DOWN, count: count(told) }]
    : [];
}

export function diceOf({ told, text }: Told): Die[] {
  const die = count(told, "die");
  return die ? [{ value: die, text }] : [];
}

export function lightsOf(events: readonly Told[]): Lit {
  const lit = dark();
  for (const { told, kind } of events) {
    for (const key of ["origin", "place"]) {
      const place = told[key];
      if (typeof place === "string" && isDrawn(place)) lit.spaces.set(place, "told");
    }
    if (kind === "points" || kind === "jihad" || kind === "turn") lit.tracks.add(kind);
  }
  return lit;
}

export const isHead = ({ kind }: Told): boolean => kind === "phase" || kind === "turn" || kind === "game-over";

const BEATS: ReadonlySet<string> = new Set(["phase", "turn", "event", "battle", "edge", "fired", "isr", "infowar", "battle-over", "loya-jirga", "game-over"]);
export function isBeat(event: Told, before: Told | undefined): boolean {
  if (!before || BEATS.has(event.kind)) return true;
  return event.kind !== "points" && word(event.told, "place") !== word(before.told, "place");
}

const IN_PASSING: ReadonlySet<string> = new Set(["phase", "moved", "spent", "points", "face-down", "concealed"]);
const WEIGHTY: ReadonlySet<string> = new Set(["event", "battle", "battle-over", "game-over", "loya-jirga"]);
export const weight = ({ kind }: Told): number => (IN_PASSING.has(kind) ? 0.5 : WEIGHTY.has(kind) ? 1.4 : 1);
