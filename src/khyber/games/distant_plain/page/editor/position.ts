// A position that is being edited: the document as it will be written, and what an editor does to it.

import { facts } from "../facts";
import { PIECES } from "../view";
import { spelledOut } from "./shorthand";
import { isTable, readToml, type Toml, type TomlTable } from "./toml";

/** What may lie in the boxes beside the map; the rest of each kind is Available. */
export const BOXES: Record<string, readonly string[]> = {
  casualties: PIECES.filter((piece) => piece.startsWith("coalition-")),
  "out-of-play": PIECES.filter((piece) => !piece.endsWith("-active")),
};
/** A position as its editor holds it. Throws BadToml. What happened since the checkpoint is left out: it may no longer fit. */
export function opened(text: string): TomlTable {
  const document = spelledOut(readToml(text));
  delete document["since"];
  return document;
}

export function inner(document: TomlTable, ...names: string[]): TomlTable {
  return names.reduce<TomlTable>((here, name) => (isTable(here[name]) ? here[name] : {}), document);
}

/** A copy with that value set, at the end of those names; a value like the default is left out. */
export function changed(document: TomlTable, names: readonly string[], value: Toml, usual?: Toml): TomlTable {
  const [name, ...rest] = names as [string, ...string[]];
  const copy = { ...document };
  if (rest.length) {
    copy[name] = changed(inner(document, name), rest, value, usual);
    if (names[0] === "space" && !Object.keys(inner(copy, name, rest[0]!)).length) {
      const spaces = { ...inner(copy, name) };
      delete spaces[rest[0]!];
      copy[name] = spaces;
    }
  } else if (value === usual) delete copy[name];
  else copy[name] = value;
  return copy;
}

/** A copy at another step. Who is active and how Control lags there is left to that step where it no longer fits. */
export function stepped(document: TomlTable, step: string): TomlTable {
  const copy: TomlTable = { ...document, step };
  const active = facts()["active-in"][step];
  if (active && !active.includes(word(document, "active", ""))) delete copy["active"];
  const sequence = { ...inner(document, "sequence") };
  delete sequence["frozen"];
  copy["sequence"] = sequence;
  copy["space"] = Object.fromEntries(Object.entries(inner(document, "space")).map(([name, facts]) => {
    if (!isTable(facts)) return [name, facts];
    const { control: _, ...rest } = facts;
    return [name, rest];
  }));
  return copy;
}

/** The Faction that is active where nothing is said: the first that can be. */
export const usuallyActive = (document: TomlTable): string =>
  (facts()["active-in"][word(document, "step", "turn")] ?? words(inner(document, "sequence"), "eligible", ["coalition"]))[0] ?? "coalition";

/** A copy with nothing in that space. */
export function emptied(document: TomlTable, space: string): TomlTable {
  const spaces = { ...inner(document, "space") };
  delete spaces[space];
  return { ...document, space: spaces };
}

export function count(table: TomlTable, name: string): number {
  const value = table[name];
  return typeof value === "number" ? value : 0;
}

export function word(table: TomlTable, name: string, usual: string): string {
  const value = table[name];
  return typeof value === "string" ? value : usual;
}

export const flag = (table: TomlTable, name: string): boolean => table[name] === true;

export function words(table: TomlTable, name: string, usual: readonly string[] = []): string[] {
  const value = table[name];
  return Array.isArray(value) ? value.map(String) : [...usual];
}

export function numbers(table: TomlTable, name: string): number[] {
  const value = table[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}

/** A list with or without a word in it, in a fixed order. */
export function toggled(list: readonly string[], one: string, on: boolean, order: readonly string[]): string[] {
  return order.filter((name) => (name === one ? on : list.includes(name)));
}

const PILES = ["played", "deck", "removed"] as const;

/**
 * A copy in which that card lies on the table (the last one played) or comes next. Where it lay before comes the card
 * that it takes the place of, so that no card is in two places and none gets lost.
 */
export function dealt(document: TomlTable, place: "card" | "next", card: number): TomlTable {
  const cards = inner(document, "cards");
  const piles = new Map<string, number[]>(PILES.map((pile) => [pile, numbers(cards, pile)]));
  const into = piles.get(place === "card" ? "played" : "deck")!;
  const at = place === "card" ? Math.max(0, into.length - 1) : 0;
  const before = into[at];
  for (const pile of piles.values()) {
    const found = pile.indexOf(card);
    if (found < 0) continue;
    if (before === undefined) pile.splice(found, 1);
    else pile[found] = before;
  }
  into[at] = card;
  const next = { ...cards };
  for (const [pile, list] of piles) if (list.length || pile in cards) next[pile] = list;
  return { ...document, cards: next };
}

/** How many of each kind are on the map and in the boxes that are told, Guerrillas of both states together. */
export function used(document: TomlTable): Map<string, number> {
  const found = new Map<string, number>();
  const rows = [...Object.values(inner(document, "space")).filter(isTable), ...Object.keys(BOXES).map((box) => inner(document, box))];
  for (const row of rows) {
    for (const piece of PIECES) {
      const kind = kindOf(piece);
      found.set(kind, (found.get(kind) ?? 0) + count(row, piece));
    }
  }
  return found;
}

export const kindOf = (piece: string): string => piece.replace(/-(underground|active)$/, "");
