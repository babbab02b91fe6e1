// Why a position is refused, in the reader's language: the server says it in English, and names ids.

import type { Names } from "$web/src/lib/names";
import type { Key, Params } from "$web/src/text/catalogue";

export interface Refusal {
  key: Key;
  params: Params;
  /** The space that it is about, if it is about one. */
  space: string | null;
}

const KINDS: [RegExp, Key, string[]][] = [
  [/^(\d+) pieces of (\S+?)(?: are in play)?: there are (\d+)$/, "editor.bad-inventory", ["n", "piece", "of"]],
  [/^(\d+) Terror and Sabotage markers: there are (\d+)$/, "editor.bad-terror", ["n", "of"]],
  [/^(\d+) \+1 Pop markers: there are (\d+)$/, "editor.bad-returnees", ["n", "of"]],
  [/^cards: card (\d+) is in two places$/, "editor.bad-card-twice", ["card"]],
  [/^cards: a turn needs an Event card/, "editor.bad-turn-card", []],
  [/^the position: active = '(\w+)'.*; valid: (.*)$/, "editor.bad-active", ["seat", "seats"]],
  [/^sequence: acted has '(\w+)', which is (?:active|still to come)/, "editor.bad-acted", ["seat"]],
  [/^sequence: first-did = /, "editor.bad-first-did", []],
  [/^cards: (\d+) Propaganda cards .* and (\d+) in deck; scenario '\w+' has (\d+)$/, "editor.bad-propaganda", ["n", "deck", "of"]],
  [/^casualties: only Coalition pieces/, "editor.bad-casualties", []],
  [/^(\d+) Bases are too many/, "editor.bad-bases", ["n"]],
  [/^(\S+): only Taliban may be in Pakistan/, "editor.bad-pakistan", ["piece"]],
  [/^Taliban in Pakistan are Active at Hostility/, "editor.bad-hostility", []],
  [/^it has no population/, "editor.bad-opinion", []],
];

/** The refusal in words: its sentence, what fills it, and the space. What is not known is told as the server says it. */
export function refusal(problem: string, names: Names): Refusal {
  const [, space = null, rest = problem] = /^space\.([a-z0-9-]+): (.*)$/s.exec(problem) ?? [];
  const where = space === null ? "" : names.value("space", space);
  for (const [pattern, key, slots] of KINDS) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const params: Params = space === null ? {} : { space: where };
    slots.forEach((slot, at) => {
      const text = found[at + 1]!;
      params[slot] = said(slot, text, names);
    });
    return { key, params, space };
  }
  return { key: "editor.bad-other", params: { message: problem }, space };
}

function said(slot: string, text: string, names: Names): string | number {
  if (slot === "piece") return pieces(text, names);
  if (slot === "card") return names.value("card", Number(text));
  if (slot === "seat") return names.seat(text);
  if (slot === "seats") return text.split(", ").map((seat) => names.seat(seat)).join(", ");
  return Number(text);
}

/** What a kind of piece is called; the server tells Guerrillas of both states as one kind. */
function pieces(kind: string, names: Names): string {
  return names.named("piece", kind) ?? names.value("piece", `${kind}-underground`);
}
