// What gained and lost NetWar Points in a campaign, each with the entry of the log that tells why.

import type { Told } from "$web/src/lib/contract";

/** Points paid for units, refits, edges and supply are no gain or loss of the war. */
export const PAID: ReadonlySet<string> = new Set(["11.1", "11.2", "12.1", "27.2", "32.1"]);
/** Entries between a cause and its points: a roll, or where a counter went. */
const BETWEEN: ReadonlySet<string> = new Set(["die", "underground"]);

export interface Swing {
  change: number;
  text: string;
  turn: number;
}

export function swingsOf(told: readonly Told[]): Swing[] {
  const found: Swing[] = [];
  let [turn, cause] = [0, undefined as Told | undefined];
  for (const event of told) {
    if (event.kind === "turn") turn = Number(event.told["turn"]);
    if (event.kind === "points") {
      if (!PAID.has(event.rule)) found.push({ change: Number(event.told["change"]), text: cause?.text ?? event.text, turn });
    } else if (!BETWEEN.has(event.kind)) cause = event;
  }
  return found;
}
