// What the log shows at length: the battle or the Declare under way, put together from its entries.

import type { JsonObject, Told } from "$web/src/lib/contract";
import { isSeat, sideOf, type Seat } from "./view";

export interface Roll {
  n: number;
  hits: number;
  blocks: number;
}

export interface Fight {
  kind: "battle" | "ied";
  tile: string;
  attacker: Seat;
  rolls: Record<Seat, Roll[]>;
  cards: Record<Seat, string[]>;
  /** Units by kind, and Forts. */
  losses: Record<Seat, { piece: string; n: number }[]>;
  saved: { piece: string; n: number }[];
}

export interface Declared {
  kind: "declare";
  /** The number of the entry that turned the discs up. */
  n: number;
  tile: string;
  faces: Record<Seat, { faction: number; neutral: number }>;
  /** The Loyalty of both sides and who controls the tile then; null until it is counted. */
  loyalty: Record<Seat, number> | null;
  winner: Seat | "nobody" | null;
}

const word = (told: JsonObject, key: string): string => String(told[key] ?? "");
const count = (told: JsonObject, key = "n"): number => (typeof told[key] === "number" ? told[key] : 0);
const both = <T>(make: () => T): Record<Seat, T> => ({ coalition: make(), taliban: make() });

/** Entries that begin something else. */
const OTHERS: ReadonlySet<string> = new Set(["operation", "month", "event", "drew-discs", "looked", "tile", "board", "caravan", "roadblock"]);

const begun = (kind: Fight["kind"], tile: string, attacker: Seat): Fight => ({
  kind, tile, attacker, rolls: both(() => []), cards: both(() => []), losses: both(() => []), saved: [],
});

/** The last battle, IED or Declare of these entries, unless something else has begun since. */
export function showing(entries: readonly Told[], control: (tile: string) => string): Fight | Declared | null {
  let now: Fight | Declared | null = null;
  let entered = "";
  for (const { n, kind, told } of entries) {
    const side = word(told, "side");
    if (OTHERS.has(kind)) now = null;
    else if (kind === "moved") {
      entered = word(told, "dest");
      if (now && now.kind !== "declare" && (now.rolls.coalition.length || now.rolls.taliban.length)) now = null;
    } else if (kind === "battle") {
      const cards: Record<Seat, string[]> | null = now?.kind === "battle" && !now.tile ? now.cards : null;
      now = begun("battle", word(told, "tile"), isSeat(side) ? side : "coalition");
      if (cards) now.cards = cards;
    } else if (kind === "played") {
      if (word(told, "card") === "ied") now = begun("ied", entered, "taliban");
      if (now && now.kind !== "declare" && isSeat(side)) now.cards[side].push(word(told, "card"));
    } else if (kind === "turned-up") {
      const faces = { coalition: { faction: count(told, "cf"), neutral: count(told, "cn") }, taliban: { faction: count(told, "tf"), neutral: count(told, "tn") } };
      now = { kind: "declare", n, tile: word(told, "tile"), faces, loyalty: null, winner: null };
    } else if (kind === "declared" && now?.kind === "declare") {
      now.loyalty = { coalition: count(told, "ours"), taliban: count(told, "theirs") };
      now.winner = word(told, "winner") as Seat | "nobody";
    } else if (now && now.kind !== "declare") {
      if (kind === "rolled" && isSeat(side)) now.rolls[side].push({ n: count(told), hits: count(told, "hits"), blocks: count(told, "blocks") });
      else if (kind === "removed" && word(told, "tile") === now.tile) now.losses[sideOf(word(told, "unit"))].push({ piece: word(told, "unit"), n: count(told) });
      else if (kind === "razed") {
        const owner = control(now.tile);
        if (isSeat(owner)) now.losses[owner].push({ piece: "fort", n: count(told) });
      } else if (kind === "saved") now.saved.push({ piece: word(told, "unit"), n: count(told) });
    }
  }
  return now;
}

/** The faces of the dice of a roll, in the order Hits, Blocks, blanks. */
export const facesOf = ({ n, hits, blocks }: Roll): ("hit" | "block" | "blank")[] => [
  ...Array.from({ length: hits }, () => "hit" as const),
  ...Array.from({ length: blocks }, () => "block" as const),
  ...Array.from({ length: Math.max(0, n - hits - blocks) }, () => "blank" as const),
];
