// Voluntary transfers (1.5.1): what can be asked for, and which unasked action gives it.

import type { OptionText, Wish } from "$web/src/lib/contract";
import type { Deals } from "$web/src/boards/contract";

type Good = "resources" | "patronage";
/** The Coalition has no Resources to give or take. */
const TRADERS: readonly string[] = ["government", "taliban", "warlords"];

/** What one seat can ask another for: Patronage only flows from the Government to the Warlords. */
export function goodsBetween(giver: string, receiver: string): Good[] {
  if (giver === receiver || !TRADERS.includes(giver) || !TRADERS.includes(receiver)) return [];
  return giver === "government" && receiver === "warlords" ? ["resources", "patronage"] : ["resources"];
}

/** The key of the unasked action that grants a wish. */
export function granting(wish: Wish): string {
  return wish.what === "patronage" ? `patronage ${wish.amount}` : `give ${wish.seat} ${wish.amount}`;
}

/** The gift that an unasked action is; null if it is none. */
export function giftOf(option: OptionText): { to: string; what: Good; amount: number } | null {
  const [verb, ...rest] = option.key.split(" ");
  if (verb === "give" && rest.length === 2) return { to: rest[0]!, what: "resources", amount: Number(rest[1]) };
  if (verb === "patronage" && rest.length === 1) return { to: "warlords", what: "patronage", amount: Number(rest[0]) };
  return null;
}

export const deals: Deals = { rule: "1.5.1", traders: TRADERS, between: goodsBetween, granting, gift: giftOf };
