// What stands in a space, in one line ("T 2u 1B, opposition"): read into the fields of a space, as docs/formats.md has it.

import { isTable, type TomlTable } from "./toml";

const SEAT_OF: Record<string, string> = { C: "coalition", G: "government", T: "taliban", W: "warlords" };
const PIECE_OF: Record<string, Record<string, string>> = {
  C: { t: "troops", B: "base" },
  G: { t: "troops", p: "police", B: "base" },
  T: { u: "guerrilla-underground", a: "guerrilla-active", B: "base" },
  W: { u: "guerrilla-underground", a: "guerrilla-active", B: "base" },
};
const PLACES = ["available", "casualties", "out-of-play"] as const;

/** The fields that a line stands for; null if it cannot be read: what is wrong with it the server says. */
export function readShorthand(text: string): TomlTable | null {
  const found: TomlTable = {};
  let faction = "";
  for (const word of text.replaceAll(",", " ").split(/\s+/).filter(Boolean)) {
    if (word in SEAT_OF) {
      faction = word;
      continue;
    }
    const [field, value] = marker(word) ?? pieces(word, faction) ?? ["", 0];
    if (!field || field in found) return null;
    found[field] = value;
  }
  return found;
}

function marker(word: string): [string, string | number | boolean] | null {
  if (["support", "neutral", "opposition"].includes(word)) return ["level", word];
  if (word === "sabotage") return ["sabotage", true];
  if (word === "+1pop") return ["returnees", true];
  const terror = /^(\d{0,3})terror$/.exec(word);
  return terror ? ["terror", Number(terror[1] || 1)] : null;
}

function pieces(word: string, faction: string): [string, number] | null {
  const counted = /^(\d{1,3})([A-Za-z])$/.exec(word);
  const kind = counted && PIECE_OF[faction]?.[counted[2]!];
  return kind ? [`${SEAT_OF[faction]}-${kind}`, Number(counted[1])] : null;
}

/** A copy of a position in which every line of shorthand has become a table, so that its fields can be edited. */
export function spelledOut(document: TomlTable): TomlTable {
  const copy = { ...document };
  for (const name of PLACES) if (name in copy) copy[name] = expanded(copy, name);
  const spaces = copy["space"];
  if (isTable(spaces)) copy["space"] = Object.fromEntries(Object.keys(spaces).map((name) => [name, expanded(spaces, name)]));
  return copy;
}

function expanded(table: TomlTable, name: string): TomlTable[string] {
  const value = table[name]!;
  return typeof value === "string" ? (readShorthand(value) ?? value) : value;
}
