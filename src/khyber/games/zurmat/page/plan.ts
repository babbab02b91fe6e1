// A group that is picked up on the map and put down elsewhere: one click for each, and the answers that this means.

import type { Question } from "$web/src/lib/contract";
import { sideOf, UNITS, type Unit, type ZurmatView } from "./view";

export type Group = Partial<Record<Unit, number>>;

/** Units picked up on a tile. */
export interface Plan {
  origin: string;
  group: Group;
}

/** Where a group may go: the Operation that it would be, and the tiles entered. */
export interface Way {
  operation: "patrol" | "attack";
  tiles: string[];
}

/** Questions at which a group may be picked up. */
const MOVES: ReadonlySet<string> = new Set(["turn", "patrol-from", "patrol-on", "attack-from"]);

export const sizeOf = (group: Group): number => UNITS.reduce((sum, unit) => sum + (group[unit] ?? 0), 0);

/** A group as the server names it: `2 ana + 1 us`. */
export const groupKey = (group: Group): string =>
  UNITS.filter((unit) => group[unit]).map((unit) => `${group[unit]} ${unit}`).join(" + ");

export const mayMove = (question: Question | null | undefined): boolean => MOVES.has(question?.ask ?? "");

/** Operations that a question leaves open to a group. */
function open(question: Question): ("patrol" | "attack")[] {
  if (question.ask !== "turn") return [question.ask!.startsWith("attack") ? "attack" : "patrol"];
  return (["patrol", "attack"] as const).filter((one) => question.options?.some(({ key }) => key === one));
}

/** The ways out of a tile for a group of this size. */
export function waysFrom(origin: string, size: number, question: Question | null | undefined, view: ZurmatView): Map<string, Way> {
  const found = new Map<string, Way>();
  if (!question || !mayMove(question)) return found;
  for (const operation of open(question)) {
    if (size > mostUnits(operation, view)) continue;
    for (const [dest, tiles] of Object.entries(view.ways[operation]?.[origin] ?? {})) found.set(dest, { operation, tiles });
  }
  return found;
}

function mostUnits(operation: "patrol" | "attack", view: ZurmatView): number {
  return view.operation ? view.operation.left : view.sides[view.active]["levels-now"][operation];
}

/** The units of a kind on a tile that may be picked up. */
export function ready(view: ZurmatView, tile: string, unit: Unit): number {
  const here = view.tiles[tile];
  return (here?.units[unit] ?? 0) - (here?.moved[unit] ?? 0);
}

/** Whether units of a kind can be picked up on a tile. */
export const canLift = (question: Question | null | undefined, view: ZurmatView, tile: string, unit: string): boolean =>
  sideOf(unit) === view.active && question?.seat === view.active && ready(view, tile, unit as Unit) > 0 && waysFrom(tile, 1, question, view).size > 0;

/** One more unit of a kind; nothing once there is no more, or the Operation takes no more. */
export function lifted(plan: Plan | null, tile: string, unit: Unit, question: Question, view: ZurmatView): Plan | null {
  const group: Group = plan?.origin === tile ? { ...plan.group } : {};
  group[unit] = (group[unit] ?? 0) + 1;
  if (group[unit] <= ready(view, tile, unit) && waysFrom(tile, sizeOf(group), question, view).size) return { origin: tile, group };
  delete group[unit];
  return sizeOf(group) ? { origin: tile, group } : null;
}

/** The answers that move a group along a way, whichever questions the server asks on it. */
export function moving({ origin, group }: Plan, { operation, tiles }: Way): (question: Question) => string | null {
  let started = false;
  return (question) => {
    switch (question.ask) {
      case "turn":
        return operation;
      case "patrol-from":
      case "attack-from":
        if (started) return null;
        started = true;
        return origin;
      case "patrol-to":
      case "attack-to":
        started = true;
        return tiles[0]!;
      case "patrol-units":
      case "attack-units":
        return groupKey(group);
      case "patrol-on":
      case "attack-on": {
        if (!started) return "stop";
        return tiles[tiles.indexOf(String(question.about?.["tile"])) + 1] ?? null;
      }
      default:
        return null;
    }
  };
}

/** The end of a Patrol or Attack: the group stops, and no other moves. */
export const ending = (question: Question): string | null =>
  ["stop", "done"].find((word) => question.options?.some(({ key }) => key === word)) ?? null;
