// Questions that need not be asked one by one: answers that go without saying, options that lead to the same, and
// answers to several questions at once. Each is an option that the server offered; the page only sends it.

import type { Question } from "$web/src/lib/contract";
import type { Names } from "$web/src/lib/names";
import type { Bundle } from "$web/src/boards/contract";
import type { Piece, PlainView, Seat } from "./view";

const keysOf = (question: Question): string[] => (question.options ?? []).map(({ key }) => key);
const about = (question: Question, key: string): string => String(question.about?.[key] ?? "");
const standing = (view: PlainView, space: string, piece: string): number => view.spaces[space]?.pieces[piece as Piece] ?? 0;
const isCount = (key: string): boolean => /^\d+$/.test(key);

/** The turn of a Faction on a card. */
export const turn = (view: PlainView): string | null =>
  view.sequence.step === "turn" ? `${view.card} ${view.sequence.active}` : null;

/** Questions at which `done` ends the turn. The server does not say so: only who plays the choice finds out, as previews
    do. tests/distant_plain/test_end_of_turn.py plays it wherever bots are asked. */
const LAST: ReadonlySet<string> = new Set([
  "rally-space", "march-from", "attack-space", "terror-space", "assault-space", "sweep-search", "train-then", "patrol-assault",
]);
export const isLast = ({ ask }: Question): boolean => LAST.has(ask ?? "");

/** The answer nobody would think about; whoever wants another takes it back and is asked. */
export function obvious(question: Question, view: PlainView): string | null {
  const keys = keysOf(question);
  switch (question.ask) {
    case "activate": {
      // whose Guerrillas, where only one Faction has any
      const whose = keys.filter((key) => key !== "none");
      return whose.length === 1 ? whose[0]! : null;
    }
    case "remove-enemy": {
      const pieces = keys.filter((key) => key !== "none" && key !== "done");
      return pieces.length === 1 ? pieces[0]! : null;
    }
    case "sweep-search":
    case "patrol-search": {
      // every space is searched, in any order
      const left = keys.filter((key) => key in view.spaces);
      return left.length && !keys.includes("done") ? left[0]! : null;
    }
    case "rally-how":
      return mostGuerrillas(question, view);
    default:
      return null;
  }
}

/** 3.3.1: as many as come, where only their number is asked and enough are Available for more. */
function mostGuerrillas(question: Question, view: PlainView): string | null {
  const keys = keysOf(question);
  if (keys.includes("base") || keys.includes("hide")) return null;
  const most = Math.max(0, ...keys.filter(isCount).map(Number));
  const left = view.available[`${question.seat as Seat}-guerrilla-underground` as Piece] ?? 0;
  return most > 0 && most < left ? String(most) : null;
}

const ROADSIDE_IEDS = 23;

/** 3.2.3: ways through a LoC that differ in nothing from another way from the same space. */
export function redundant(question: Question, view: PlainView): ReadonlySet<string> {
  const found = new Set<string>();
  if (question.ask !== "sweep-from") return found;
  const mined = view.capabilities.some(([card, side]) => card === ROADSIDE_IEDS && side === "shaded");
  const taken = new Set(keysOf(question).filter((key) => !key.includes(" > ")));
  for (const key of keysOf(question)) {
    const [origin, via] = key.split(" > ");
    if (!origin || !via) continue;
    const guarded = mined || Object.keys(view.spaces[via]?.pieces ?? {}).some((piece) => piece.includes("guerrilla"));
    if (taken.has(origin)) found.add(key);
    else if (!guarded) taken.add(origin);
  }
  return found;
}

const MAX_BUNDLES = 12;
/** Questions for the Guerrillas of a group: first those Underground, then those Active. */
const movesGroup = (ask: string | undefined, view: PlainView): boolean =>
  ask === "march-count" || (ask === "move-count" && view.sequence.step === "redeploy-taliban");

/** Both kinds of a group with one choice. Of a large group only all of it, or all of a kind: the list stays short. */
export function bundles(question: Question, view: PlainView, names: Names): Bundle[] {
  const counts = keysOf(question).filter(isCount).map(Number);
  const most = Math.max(0, ...counts);
  const piece = about(question, "piece");
  const two = (a: number, b: number, other: string): Bundle => ({
    text: [[a, piece] as const, [b, other] as const]
      .filter(([n]) => n)
      .map(([n, kind]) => `${n} ${names.counted("piece", kind, n)}`)
      .join(" + "),
    keys: [String(a), String(b)],
  });
  if (movesGroup(question.ask, view) && piece.endsWith("-underground")) {
    const other = piece.replace(/-underground$/, "-active");
    const shown = standing(view, about(question, "origin"), other);
    if (!shown || !most) return [];
    const all = counts.flatMap((a) => Array.from({ length: shown + 1 }, (_, b) => [a, b] as const)).filter(([a, b]) => a + b > 0);
    const whole = ([a, b]: readonly [number, number]): boolean => [0, most].includes(a) && [0, shown].includes(b);
    return (all.length > MAX_BUNDLES ? all.filter(whole) : all).reverse().map(([a, b]) => two(a, b, other));
  }
  if (question.ask === "train-count" && piece === "government-troops" && most > 0) {
    const police = view.available["government-police"] ?? 0;
    const room = Number(about(question, "room")) || most;
    return counts.filter((a) => room - a <= police && room - a > 0).map((a) => two(a, room - a, "government-police"));
  }
  if (question.ask === "move-count" && view.action.operation === "sweep" && piece === "coalition-troops") {
    const along = standing(view, about(question, "origin"), "government-troops");
    return along ? counts.filter((n) => n > 0).map((n) => two(n, Math.min(n, along), "government-troops")) : [];
  }
  return [];
}
