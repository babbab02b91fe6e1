// Options and the places on the board that stand for them: what lights up, and what a click there means.

import { isLoc, isPakistan } from "./facts";
import type { JsonObject, OptionText, Question } from "$web/src/lib/contract";
import type { Key } from "$web/src/text/catalogue";
import type { Names } from "$web/src/lib/names";
import { dark, isEnough, roleOf, runs, type Lit, type Role, type Section, type Target } from "$web/src/boards/contract";
import type { PlainView } from "./view";

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The spaces that an option or a question names: "by way of" comes from `origin`, and leads to the second of two. */
function spacesIn(about: JsonObject, view: PlainView): string[] {
  return [about["origin"], about["space"], about["dest"]].map(text).filter((id) => id !== null && id in view.spaces) as string[];
}

/** The space that an option stands for on the map; null if it is about none. */
export const spaceOf = (option: OptionText, view: PlainView): string | null => spacesIn(option.about, view)[0] ?? null;

/** The kinds of piece that an option stands for in the place that is asked about. */
function piecesOf(option: OptionText, question: Question, view: PlainView): { space: string; pieces: string[] } | null {
  const space = spaceOf(option, view) ?? spacesIn(question.about ?? {}, view)[0];
  if (!space) return null;
  const there = Object.keys(view.spaces[space]?.pieces ?? {});
  // "How many of them go from here?": which ones the question is about
  const piece = text(option.about["piece"]) ?? (question.about?.["origin"] ? text(question.about["piece"]) : null);
  if (piece) return there.includes(piece) ? { space, pieces: [piece] } : null;
  // "Those of the Taliban": whose pieces are meant
  const theirs = there.filter((id) => id.startsWith(`${option.key}-guerrilla`));
  return theirs.length ? { space, pieces: theirs } : null;
}

/** What lights up for a question: open spaces and pieces, and those already chosen. */
export function lightsFor(question: Question, view: PlainView): Lit {
  const lit = dark();
  const { spaces, pieces } = lit;
  if (!question.options) return lit;
  const asked = spacesIn(question.about ?? {}, view);
  for (const space of [...view.action.spaces, ...view.action["activity-spaces"], ...asked]) {
    spaces.set(space, "chosen");
    lit.chosen.add(space);
  }
  for (const option of question.options) {
    const space = spaceOf(option, view);
    const meant = piecesOf(option, question, view);
    if (meant) {
      const there = pieces.get(meant.space) ?? new Set<string>();
      for (const piece of meant.pieces) there.add(piece);
      pieces.set(meant.space, there);
    }
    if (space) spaces.set(space, "option");
  }
  return lit;
}

/** The options that a click on a place of the board may mean. */
export function optionsAt(target: Target, question: Question, view: PlainView): OptionText[] {
  const options = question.options ?? [];
  if (target.kind === "pieces") {
    const meant = options.filter((option) => {
      const found = piecesOf(option, question, view);
      return found?.space === target.space && found.pieces.includes(target.piece);
    });
    if (meant.length) return meant;
  }
  if (target.kind === "space" || target.kind === "pieces") {
    return options.filter((option) => spaceOf(option, view) === target.space);
  }
  if (target.kind === "box") return options.filter((option) => option.key === target.box);
  return options.filter((option) => option.key === target.track);
}

// -- the panel ----------------------------------------------------------------------------------------

export type Group = "operation" | "activity" | "event" | "other" | "province" | "pakistan" | "road" | "place" | "enough";

const OPERATIONS: ReadonlySet<string> = new Set([
  "train", "patrol", "sweep", "assault", "rally", "march", "attack", "terror",
]);
const ACTIVITIES: ReadonlySet<string> = new Set([
  "surge", "air-lift", "air-strike", "govern", "transport", "eradicate", "extort", "infiltrate", "ambush", "cultivate",
  "traffic", "suborn",
]);

export function groupOf(option: OptionText, view: PlainView): Group {
  const { key } = option;
  if (isEnough(option) && key !== "pass") return "enough";
  const space = spaceOf(option, view);
  if (space) return isPakistan(space) ? "pakistan" : isLoc(space) ? "road" : "province";
  if (OPERATIONS.has(key)) return "operation";
  if (ACTIVITIES.has(key)) return "activity";
  return key.startsWith("event-") ? "event" : "other";
}

/** Special Activities, the Event and Pass stay in reach while spaces are chosen. */
export function role(option: OptionText, view: PlainView): Role | null {
  const group = groupOf(option, view);
  return group === "activity" || group === "event" ? group : roleOf(option);
}

/** A button of the action row: the Special Activity by its name, else the words before the details. */
export const short = ({ key, text: said }: OptionText, names: Names): string =>
  ACTIVITIES.has(key) ? names.value("activity", key) : said.split(/: | \(/, 1)[0]!;

const HEADINGS: Record<Group, Key | null> = {
  operation: "plain.group-operation", activity: "plain.group-activity", event: "plain.group-event", other: "plain.group-other",
  province: "plain.group-province", pakistan: "plain.group-pakistan", road: "plain.group-road",
  place: "plain.group-place", enough: null,
};
const PLACES: ReadonlySet<Group> = new Set(["province", "pakistan", "road"]);

/** As finely as headings can do it: every kind apart, else spaces of all kinds together, else all in one section. */
export function sections(options: readonly OptionText[], view: PlainView): Section[] {
  const fine = (option: OptionText): Group => groupOf(option, view);
  const coarse = (option: OptionText): Group => (PLACES.has(fine(option)) ? "place" : fine(option));
  const found = runs(options, fine) ?? runs(options, coarse) ?? [["other", [...options]] as [Group, OptionText[]]];
  return found.map(([group, inside]) => ({ group, heading: HEADINGS[group], options: inside, enough: group === "enough" }));
}
