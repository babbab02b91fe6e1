// What the Islamist reaction did to places, from the latest entries of the log: counters that came and went, and advances.

import type { Told } from "$web/src/lib/contract";

export interface Reaction {
  place: string;
  side: "islamists" | "alliance";
  /** How many came; negative: how many went. */
  n: number;
}

export interface Advance {
  from: string;
  to: string;
  n: number;
}

export interface Reactions {
  changes: readonly Reaction[];
  advances: readonly Advance[];
  /** What the log says of each place. */
  texts: ReadonlyMap<string, readonly string[]>;
}

const PHASES: ReadonlySet<string> = new Set(["events-begin", "islamist-mobilization", "cas-reveal", "counterattack-begin", "adjust"]);
/** Until the player's operations begin, the map shows what the reaction did. */
const FORGOTTEN = "staging";
const WENT: Record<string, Reaction["side"]> = { vanished: "islamists", airlift: "islamists", defected: "alliance" };

export function reactionsOf(told: readonly Told[]): Reactions {
  let changes: Reaction[] = [];
  let advances: Advance[] = [];
  let texts = new Map<string, string[]>();
  let reacting = false;
  for (const { kind, told: params, text } of told) {
    const [place, n] = [String(params["place"] ?? ""), Number(params["n"] ?? 0)];
    if (kind === "phase") {
      const phase = String(params["phase"]);
      reacting = PHASES.has(phase);
      if (phase === FORGOTTEN || phase === "events-begin") [changes, advances, texts] = [[], [], new Map()];
    } else if (reacting && n > 0) {
      const side = kind === "face-down" ? (params["side"] as Reaction["side"]) : WENT[kind];
      if (side !== undefined) changes.push({ place, side, n: kind === "face-down" ? n : -n });
      else if (kind === "advanced") advances.push({ from: String(params["origin"]), to: place, n });
      else continue;
      texts.set(place, [...(texts.get(place) ?? []), text]);
    }
  }
  return { changes: summed(changes), advances, texts };
}

/** Each side once a place, for those that came and for those that went. */
function summed(changes: readonly Reaction[]): Reaction[] {
  const found = new Map<string, Reaction>();
  for (const one of changes) {
    const key = `${one.place} ${one.side} ${one.n > 0}`;
    found.set(key, { ...one, n: one.n + (found.get(key)?.n ?? 0) });
  }
  return [...found.values()];
}
