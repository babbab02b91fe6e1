// Options and what stands for them on the board: tiles, tokens, cards, Operations; and what a click there means.

import type { OptionText, Question } from "$web/src/lib/contract";
import { dark, isEnough, type Lit, type Role, type Section, type Target } from "$web/src/boards/contract";
import { canLift } from "./plan";
import { isSeat, UNITS, type ZurmatView } from "./view";

const BUILDING = /^(school|fort) (\d+)$/;
const BESIDE = /^(to|from) (\d+)$/;

/** The tile that an option stands for; null if it is about none on the map. */
export function placeOf(option: OptionText, view: ZurmatView): string | null {
  const tile = option.about["tile"];
  return typeof tile === "string" && tile in view.tiles ? tile : null;
}

/** The token on a tile that an option stands for: a building to add, a disc to move, units to move in or out. */
export function pieceOf({ key }: OptionText, question: Question): { space: string; piece: string } | null {
  const built = BUILDING.exec(key) ?? BESIDE.exec(key);
  if (built) return { space: built[2]!, piece: built[1]! };
  const tile = question.about?.["tile"];
  return question.ask === "caravan-disc" && isSeat(key) && typeof tile === "string" ? { space: tile, piece: `disc-${key}` } : null;
}

export function lightsFor(question: Question, view: ZurmatView): Lit {
  const lit = dark();
  const asked = question.about?.["tile"];
  if (typeof asked === "string" && asked in view.tiles) {
    lit.spaces.set(asked, "chosen");
    lit.chosen.add(asked);
  }
  const add = (space: string, piece: string) => lit.pieces.set(space, (lit.pieces.get(space) ?? new Set()).add(piece));
  for (const option of question.options ?? []) {
    const piece = pieceOf(option, question);
    const tile = placeOf(option, view);
    if (piece) add(piece.space, piece.piece);
    else if (tile) lit.spaces.set(tile, "option");
    lit.tracks.add(option.key);
  }
  for (const tile of Object.keys(view.tiles)) for (const unit of UNITS) if (canLift(question, view, tile, unit)) add(tile, unit);
  return lit;
}

export function optionsAt(target: Target, question: Question, view: ZurmatView): OptionText[] {
  const options = question.options ?? [];
  if (target.kind === "box") return options.filter(({ key }) => key === target.box);
  if (target.kind === "track") return options.filter(({ key }) => key === target.track);
  if (target.kind === "pieces") {
    const meant = options.filter((option) => {
      const piece = pieceOf(option, question);
      return piece?.space === target.space && piece.piece === target.piece;
    });
    if (meant.length) return meant;
  }
  return options.filter((option) => placeOf(option, view) === target.space);
}

// -- the panel ----------------------------------------------------------------------------------------

const ENDS: ReadonlySet<string> = new Set(["end", "no"]);

export const isWord = (option: OptionText): boolean => isEnough(option) || ENDS.has(option.key) || option.key === "stay" || option.key === "place";

export const role = (option: OptionText): Role | null => (option.key === "no" ? "pass" : isEnough(option) || option.key === "end" ? "done" : null);

/** Questions that are answered on the map alone: in words their options would be directions and angles. */
export const onMapOnly = ({ ask }: Question): boolean => ask === "tile-place" || ask === "tile-turn" || ask === "roadblock";

export function sections(options: readonly OptionText[]): Section[] {
  const cards = options.filter(({ key }) => key.startsWith("play "));
  const words = options.filter(isEnough);
  const others = options.filter((option) => !cards.includes(option) && !words.includes(option));
  return [
    ...(others.length ? [{ group: "other", heading: null, options: others }] : []),
    ...(cards.length ? [{ group: "cards", heading: "zurmat.cards" as const, options: cards }] : []),
    ...(words.length ? [{ group: "enough", heading: null, options: words, enough: true }] : []),
  ];
}
