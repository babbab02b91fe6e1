// Which tables of a list are shown.

import type { TableInfo } from "../lib/contract";

export interface Filter {
  /** The id of a game; "" for all. */
  game: string;
  kind: "all" | "friends" | "solo" | "sandbox";
  /** Part of a name: of the table, the game or a player. */
  text: string;
}

export const NO_FILTER: Filter = { game: "", kind: "all", text: "" };
export const KINDS = ["all", "friends", "solo", "sandbox"] as const;

/** With friends: somebody else has a seat or is invited to one. */
export function kindOf(table: TableInfo): Exclude<Filter["kind"], "all"> {
  if (table.sandbox) return "sandbox";
  return table.seats.some((seat) => !seat.mine && seat.agent === "person") ? "friends" : "solo";
}

export function filtered(tables: readonly TableInfo[], filter: Filter, gameName: (id: string) => string): TableInfo[] {
  const wanted = filter.text.trim().toLocaleLowerCase();
  return tables.filter(
    (table) =>
      (!filter.game || table.game === filter.game) &&
      (filter.kind === "all" || kindOf(table) === filter.kind) &&
      (!wanted ||
        [table.name, gameName(table.game), ...table.seats.map((seat) => seat.player ?? "")].some((name) =>
          name.toLocaleLowerCase().includes(wanted),
        )),
  );
}
