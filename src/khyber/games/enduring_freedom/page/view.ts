// A view of Enduring Freedom as the server sends it, and where its counters lie.

import type { JsonObject } from "$web/src/lib/contract";
import { counterOf, facts, keyOf, type Box4 } from "./facts";

export type Units = Record<string, number>;
export const FACE_DOWN = "face-down";

export interface ZoneView {
  control: "coalition" | "islamists" | "disputed" | "uncontrolled";
  islamists: Units;
  alliance: Units;
  ground: Units;
  air: Units;
}

export interface FreedomView {
  step: string;
  /** The step after one that comes in between. */
  then: string;
  turn: number;
  points: number;
  jihad: number;
  "lower-line": number;
  "loya-jirga": "open" | "enacted" | "failed";
  zones: Record<string, ZoneView>;
  staging: Record<string, { capacity: number; ground: Units; air: Units }>;
  boxes: Record<string, Units>;
  moved: string[];
  /** The units that can be given orders, by the keys of options, and where each may go. */
  orders: Record<string, string[]>;
  /** Whether an odd number of assets was bought in this phase, so that the next one is paid for. */
  "asset-paid": boolean;
  missions: string[];
  "to-designate": number;
  battle: { zone: string; attacker: "coalition" | "islamists" | null; round: number; edge: string | null; hits: number } | null;
  /** Who attacks while battles are fought. */
  attacker: "coalition" | "islamists" | null;
  "to-fight": string[];
  /** The Jihad events of this turn's reaction, or of the last one. */
  events: string[];
  "events-left": number;
  outcome: { ending: string; points: number } | null;
}

export function freedomView(view: JsonObject): FreedomView {
  if (view["game"] !== "enduring-freedom") throw new Error("not a view of Enduring Freedom");
  return view as unknown as FreedomView;
}

/** Counters that lie together: one kind of them or all of a family, face up or face down. */
export interface Pile {
  place: string;
  family: "islamists" | "alliance" | "ground" | "air";
  down: boolean;
  /** The counters, one by one, the strongest first; face-down ones all alike. */
  units: string[];
}

const spread = (units: Units): string[] => Object.entries(units).flatMap(([unit, n]) => Array<string>(n).fill(unit));
const strength = (unit: string): number => {
  const counter = counterOf(unit);
  return counter ? counter.factors[unit.endsWith(" reduced") ? 1 : 0] : -1;
};

function pilesOf(place: string, family: Pile["family"], units: Units): Pile[] {
  const { [FACE_DOWN]: down = 0, ...up } = units;
  const open = spread(up).sort((one, other) => strength(other) - strength(one) || (one < other ? -1 : Number(one > other)));
  return [
    ...(open.length ? [{ place, family, down: false, units: open }] : []),
    ...(down ? [{ place, family, down: true, units: Array<string>(down).fill(FACE_DOWN) }] : []),
  ];
}

/** In boxes off the map, each family in a pile of its own. */
function boxed(place: string, units: Units): Pile[] {
  const split: Record<Pile["family"], Units> = { islamists: {}, alliance: {}, ground: {}, air: {} };
  for (const [unit, n] of Object.entries(units)) {
    const family = unit === FACE_DOWN ? (place === "alliance-available" ? "alliance" : "islamists") : counterOf(unit)?.family;
    split[family === undefined || family === "assets" ? "air" : family][unit] = n;
  }
  return (Object.keys(split) as Pile["family"][]).flatMap((family) => pilesOf(place, family, split[family]));
}

/** The piles in a place of any kind. */
export function pilesAt(view: FreedomView, place: string): Pile[] {
  const zone = view.zones[place];
  if (zone) return (["islamists", "alliance", "ground", "air"] as const).flatMap((family) => pilesOf(place, family, zone[family]));
  const area = view.staging[place];
  if (area) return [...pilesOf(place, "ground", area.ground), ...pilesOf(place, "air", area.air)];
  return boxed(place, view.boxes[place] ?? {});
}

/** Where the counters of a place are drawn. */
export function roomOf(place: string): Box4 | null {
  const { zones, map } = facts();
  const inset = ([x, y, w, h]: Box4): Box4 => [x + 6, y + 22, w - 12, h - 26];
  return zones[place]?.room ?? (map.staging[place] ? inset(map.staging[place]) : map.boxes[place] ? inset(map.boxes[place]) : null);
}

/** The middle of a place, for what goes there. */
export function middleOf(place: string): [number, number] | null {
  const room = roomOf(place);
  return room && [room[0] + room[2] / 2, room[1] + room[3] / 2];
}

export const isArea = (view: FreedomView, place: string): boolean => place in view.staging;

/** How many more ground or air units fit in a Staging Area (8.5). */
export function roomLeft(view: FreedomView, area: string, family: "ground" | "air"): number {
  const found = view.staging[area];
  return found ? found.capacity - Object.values(found[family]).reduce((sum, n) => sum + n, 0) : 0;
}

/** The units of a pile that can be given orders now: their keys, with how many there are. */
export function orderable(view: FreedomView, pile: Pile): Map<string, number> {
  const found = new Map<string, number>();
  for (const unit of pile.units) {
    const key = keyOf(unit, pile.place);
    if (unit !== FACE_DOWN && key in view.orders) found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

/** Whether a place is drawn on the board. */
export const isDrawn = (place: string): boolean => roomOf(place) !== null;
