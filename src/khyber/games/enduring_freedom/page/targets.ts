// Options and the places, units and boxes that stand for them on the board.

import type { OptionText, Question } from "$web/src/lib/contract";
import { dark, isEnough, roleOf, runs, type Lit, type Role, type Section, type Target } from "$web/src/boards/contract";
import { kindOf } from "./facts";
import { isDrawn, type FreedomView } from "./view";

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The place on the board that an option names; null if it names none. */
export function placeOf({ about }: OptionText): string | null {
  const place = text(about["place"]);
  return place !== null && isDrawn(place) ? place : null;
}

/** The unit that an option names. */
export const unitOf = ({ about }: OptionText): string | null => text(about["unit"]);

/** Options that are neither a place nor a unit on the board: the tray offers them. */
export const plainOptions = (options: readonly OptionText[]): OptionText[] => options.filter((option) => placeOf(option) === null);

export function lights(question: Question, view: FreedomView): Lit {
  const lit = dark();
  const about = text(question.about?.["place"]);
  if (about !== null && isDrawn(about)) {
    lit.spaces.set(about, "chosen");
    lit.chosen.add(about);
    const unit = text(question.about?.["unit"]);
    if (unit !== null) lit.pieces.set(about, new Set([unit]));
  }
  for (const place of [...view.missions, ...view["to-fight"]]) lit.chosen.add(place);
  for (const option of question.options ?? []) {
    const [place, unit] = [placeOf(option), unitOf(option)];
    if (place === null) continue;
    if (unit === null) lit.spaces.set(place, "option");
    else lit.pieces.set(place, (lit.pieces.get(place) ?? new Set()).add(unit));
  }
  return lit;
}

/** The options that a click may mean. To bring all aircraft home is one click; the tray offers them one by one. */
export function optionsAt(target: Target, question: Question): OptionText[] {
  if (target.kind !== "space" && target.kind !== "pieces") return [];
  const here = (question.options ?? []).filter((option) => placeOf(option) === target.space);
  if (target.kind === "pieces") {
    const meant = here.filter((option) => unitOf(option) === kindOf(target.piece));
    if (meant.length) return meant;
  }
  const places = here.filter((option) => unitOf(option) === null);
  const all = places.filter(({ key }) => key.startsWith("all "));
  return question.ask === "home" && all.length ? all : places.length ? places : here;
}

export function role(option: OptionText): Role | null {
  return option.key === "no" ? "done" : roleOf(option);
}

export function sections(options: readonly OptionText[]): Section[] {
  const found = runs(options, (option) => (isEnough(option) ? "enough" : "other")) ?? [["other", [...options]] as const];
  return found.map(([group, inside]) => ({ group, heading: null, options: inside, enough: group === "enough" }));
}
