// Groups of units and where they go: what is selected on the board, and the answers that a group's order is made of.
// The engine asks for one unit at a time; a course answers its questions one after another.

import { SvelteMap } from "svelte/reactivity";
import type { Question } from "$web/src/lib/contract";
import type { Answers } from "$web/src/boards/contract";
import { counterOf, facts, kindOf } from "./facts";
import { isArea, type FreedomView } from "./view";

/** Questions at which a group can be sent somewhere. */
const PHASES: ReadonlySet<string> = new Set(["staging", "ground", "air", "cas"]);
export const takesOrders = (question: Question | null | undefined): boolean => PHASES.has(question?.ask ?? "");

/** The units selected on the board, by the keys of options. */
class Selection {
  readonly units = new SvelteMap<string, number>();
  /** The place whose stacks lie open in the tray. */
  open = $state<string | null>(null);

  get size(): number {
    return [...this.units.values()].reduce((sum, n) => sum + n, 0);
  }

  clear(): void {
    this.units.clear();
    this.open = null;
  }

  /** Select a whole group, or deselect it if all of it is selected. */
  toggle(group: ReadonlyMap<string, number>): void {
    const whole = [...group].every(([key, n]) => (this.units.get(key) ?? 0) >= n);
    for (const [key, n] of group) {
      if (whole) this.units.delete(key);
      else this.units.set(key, n);
    }
  }

  /** Select one more or one less of a kind. */
  add(key: string, by: 1 | -1): void {
    const n = (this.units.get(key) ?? 0) + by;
    if (n > 0) this.units.set(key, n);
    else this.units.delete(key);
  }

  /** What no longer can be given orders is not selected any more. */
  keep(view: FreedomView): void {
    for (const key of [...this.units.keys()]) if (!(key in view.orders)) this.units.delete(key);
  }
}

export const selection = new Selection();

/** Where at least one of the selected units may go, and how many of them. */
export function destinations(view: FreedomView): Map<string, number> {
  const found = new Map<string, number>();
  for (const [key, n] of selection.units) for (const place of view.orders[key] ?? []) found.set(place, (found.get(place) ?? 0) + n);
  return found;
}

// -- courses --------------------------------------------------------------------------------------------

/** The action that sends a unit somewhere, at the question that opens a phase. */
function verb(ask: string, key: string, dest: string, view: FreedomView): string {
  const family = counterOf(key)?.family;
  if (ask === "ground") return key;
  if (kindOf(key) === "drone") return "drone";
  if (ask === "cas") return "cas";
  if (ask === "air") return family === "air" ? "strike" : "fly";
  if (isArea(view, dest)) return family === "air" ? "move-air" : "move-ground";
  return dest === "joint-strike" ? "strike" : "cas";
}

const UNIT_ASKED: ReadonlySet<string> = new Set(["task", "staging-unit", "fly-unit", "strike-unit", "cas-unit"]);
const PLACE_ASKED: ReadonlySet<string> = new Set(["ground-to", "staging-area", "fly-to", "fly-all", "strike-zone", "cas-zone"]);

/** Send these units to a place, one after another. */
export function sending(units: ReadonlyMap<string, number>, dest: string, view: FreedomView): Answers {
  const left = [...units].flatMap(([key, n]) => ((view.orders[key] ?? []).includes(dest) ? Array<string>(n).fill(key) : []));
  let now: string | undefined;
  return ({ ask = "" }) => {
    if (PHASES.has(ask)) {
      now = left.shift();
      return now === undefined ? null : verb(ask, now, dest, view);
    }
    if (now === undefined) return null;
    return UNIT_ASKED.has(ask) ? now : PLACE_ASKED.has(ask) ? dest : null;
  };
}

/** Something to buy: a unit for a Staging Area, assets, or a unit that is placed in a zone. */
export type Purchase =
  | { what: "sof" | "ground" | "air"; unit: string; place: string }
  | { what: "asset"; unit: string; n: number }
  | { what: "irgc" }
  | { what: "alliance" | "fob"; place: string; contingent?: string };

/** Questions of the mobilization: a purchase or a batch asks several. */
const MOBILIZING: ReadonlySet<string> = new Set(["mobilize", "mobilize-unit", "deploy", "sof-area", "asset", "how-many", "fob-zone", "fob-contingent", "alliance-zone", "demobilize-unit"]);

/** What is chosen to be bought, and not bought yet. */
class Basket {
  items = $state.raw<readonly Purchase[]>([]);

  get count(): number {
    return this.items.reduce((sum, one) => sum + (one.what === "asset" ? one.n : 1), 0);
  }

  clear(): void {
    this.items = [];
  }

  /** At another question of the mobilization it keeps what can still be bought; after the mobilization it is empty. */
  keep(question: Question, view: FreedomView): void {
    if (!this.items.length) return;
    if (!MOBILIZING.has(question.ask ?? "")) return this.clear();
    const left = this.items.filter((one) => !("unit" in one) || (view.boxes["available"]?.[one.unit] ?? 0) >= (one.what === "asset" ? one.n : 1));
    if (left.length < this.items.length) this.items = left;
  }
}

export const basket = new Basket();

/** Buy all of these, one after another. */
export function buying(purchases: readonly Purchase[]): Answers {
  const left = [...purchases];
  let now: Purchase | undefined;
  return ({ ask = "" }) => {
    if (ask === "mobilize") {
      now = left.shift();
      return now?.what ?? null;
    }
    if (!now || now.what === "irgc") return null;
    if (now.what === "asset") return ask === "asset" ? now.unit : ask === "how-many" ? String(now.n) : null;
    if (!("unit" in now)) return ask === "fob-contingent" ? (now.contingent ?? null) : now.place;
    return ask === "mobilize-unit" ? now.unit : ask === "deploy" ? now.place : null;
  };
}

/** What a unit is called at the NetWar Points Table (11.1). */
export function classOf(unit: string): "sof" | "ground" | "air" | "asset" | "fob" | "irgc" {
  const counter = counterOf(unit)!;
  if (counter.family === "assets") return "asset";
  if (counter.family === "air") return "air";
  if (counter.contingent === "iran") return "irgc";
  return counter.type === "fob" ? "fob" : counter.sof ? "sof" : "ground";
}

/** What purchases cost; assets are paid in pairs, rounded up for the whole phase: one may be paid already (11.1). */
export function costOf(purchases: readonly Purchase[], paid: boolean): number {
  const { prices } = facts();
  const assets = purchases.reduce((sum, one) => sum + (one.what === "asset" ? one.n : 0), 0);
  return purchases.reduce((sum, one) => {
    if (one.what === "asset") return sum;
    return sum + ("unit" in one ? counterOf(one.unit)!.price : prices[one.what]);
  }, Math.ceil(Math.max(0, assets - (paid ? 1 : 0)) / 2) * prices["asset-pair"]);
}
