// The fight that the latest entries of the log tell: who fired what, the tactical edge, and how it ended.

import type { Told } from "$web/src/lib/contract";

export interface Shot {
  unit: string;
  die: number;
  hit: boolean;
  /** Of a side in a battle: its fire round. */
  round: number;
}

export interface Fight {
  kind: "battle" | "strike" | "air-defense";
  place: string;
  attacker: string | null;
  edge: { ours: number; theirs: number; side: string } | null;
  shots: Shot[];
  losses: { unit: string; gone: boolean }[];
  result: string | null;
}

const RULES: Record<string, Fight["kind"]> = { "21.1": "air-defense", "22.2": "strike" };
/** Entries that end the interest in a fight. */
const OVER: ReadonlySet<string> = new Set(["phase", "turn", "game-over"]);

const blank = (kind: Fight["kind"], place: string): Fight => ({ kind, place, attacker: null, edge: null, shots: [], losses: [], result: null });

/** The fight under way, or the last one before anything else; null if there is none. */
export function fightOf(told: readonly Told[]): Fight | null {
  let fight: Fight | null = null;
  for (const { kind, told: params, rule } of told) {
    const place = String(params["place"] ?? "");
    if (OVER.has(kind)) fight = null;
    else if (kind === "battle") fight = { ...blank("battle", place), attacker: String(params["side"]) };
    else if (kind === "edge" && fight) {
      fight.edge = { ours: Number(params["ours"]), theirs: Number(params["theirs"]), side: String(params["side"]) };
    } else if (kind === "fired") {
      const of = RULES[rule] ?? "battle";
      if (!fight || fight.kind !== of || fight.place !== place || fight.result !== null) fight = blank(of, place);
      fight.shots.push({ unit: String(params["unit"]), die: Number(params["die"]), hit: params["success"] === 1 || params["success"] === true, round: 1 });
    } else if ((kind === "eliminated" || kind === "reduced") && fight?.place === place) {
      fight.losses.push({ unit: String(params["unit"]), gone: kind === "eliminated" });
    } else if (kind === "battle-over" && fight) fight.result = String(params["result"]);
  }
  return fight;
}
