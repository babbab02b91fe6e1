// The Sequence of Play (7.2) as a ribbon: staffs, each with its phases, and the phase that a step belongs to.

import type { Key } from "$web/src/text/catalogue";
import type { FreedomView } from "./view";

/** The staffs of the Coalition go by their number in any language. */
export type Staff = `J-${number}` | (Key & `freedom.${string}`);

export const STAFFS: readonly { id: Staff; phases: readonly string[] }[] = [
  { id: "J-1", phases: ["mobilize", "refit"] },
  { id: "J-2", phases: ["infowar", "isr"] },
  { id: "J-3", phases: ["staging", "ground", "air", "reveal", "air-defense", "strike", "combat-begin"] },
  { id: "J-4", phases: ["sustain"] },
  { id: "J-5", phases: ["civil"] },
  { id: "freedom.reaction", phases: ["events-begin", "islamist-mobilization", "cas-reveal", "counterattack-begin", "adjust"] },
  { id: "freedom.admin", phases: ["admin"] },
];

const WITHIN: Record<string, string> = {
  "isr-missions": "isr", events: "events-begin", rotation: "events-begin", national: "events-begin", "national-shown": "events-begin",
  cas: "cas-reveal", "cas-home": "counterattack-begin",
};
/** Steps that come in between, before the one in `then`: they belong to its phase. */
const BETWEEN: ReadonlySet<string> = new Set(["designate", "designated", "overstack"]);

/** The phase that a position is in; fighting belongs to whoever attacks. Null during set-up, but for purchases. */
export function phaseOf({ step, then, attacker, turn }: Pick<FreedomView, "step" | "then" | "attacker" | "turn">): string | null {
  if (!turn) return step === "mobilize" ? "mobilize" : null;
  const now = BETWEEN.has(step) ? then : step;
  if (now === "combat" || now === "engage" || now === "fight") return attacker === "islamists" ? "counterattack-begin" : "combat-begin";
  return WITHIN[now] ?? (STAFFS.some(({ phases }) => phases.includes(now)) ? now : null);
}
