// What one entry of the log changes on the board, so that a turn can be told entry by entry. The rules tell every change
// they make; what they leave out (totals, margins) comes with the next frame.

import type { JsonObject, Told } from "../../lib/contract";
import type { Die, Lit, Move } from "../board/types";
import { BOXES, type Box, type Counts, type Piece, type PlainView, type Seat, type SpaceView } from "../view";

/** Guerrillas lie Underground in Available. */
const offMap = (piece: string): string => piece.replace(/-active$/, "-underground");

const word = (told: JsonObject, key: string): string => String(told[key] ?? "");
const count = (told: JsonObject, key = "n"): number => (typeof told[key] === "number" ? told[key] : 0);

function changed(pieces: Counts, piece: string, by: number): Counts {
  const { [piece as Piece]: before = 0, ...others } = pieces;
  const after = Math.max(0, before + by);
  return after ? { ...others, [piece]: after } : others;
}

function inSpace(view: PlainView, space: string, change: (before: SpaceView) => SpaceView): PlainView {
  const before = view.spaces[space];
  return before ? { ...view, spaces: { ...view.spaces, [space]: change(before) } } : view;
}

function pieces(view: PlainView, space: string, piece: string, by: number): PlainView {
  return inSpace(view, space, (before) => ({ ...before, pieces: changed(before.pieces, piece, by) }));
}

function pool(view: PlainView, name: string, piece: string, by: number): PlainView {
  if (!BOXES.some((box) => box === name)) return view;
  return { ...view, [name]: changed(view[name as Box], offMap(piece), by) };
}

function turnedOver(view: PlainView, told: JsonObject, from: string, to: string): PlainView {
  const [space, guerrilla, n] = [word(told, "space"), `${word(told, "faction")}-guerrilla`, count(told)];
  return pieces(pieces(view, space, `${guerrilla}-${from}`, -n), space, `${guerrilla}-${to}`, n);
}

const APPLIED: Record<string, (view: PlainView, told: JsonObject) => PlainView> = {
  placed: (view, told) =>
    pool(pieces(view, word(told, "space"), word(told, "piece"), count(told)), "available", word(told, "piece"), -count(told)),
  removed: (view, told) =>
    pool(pieces(view, word(told, "space"), word(told, "piece"), -count(told)), "available", word(told, "piece"), count(told)),
  casualties: (view, told) =>
    pool(pieces(view, word(told, "space"), word(told, "piece"), -count(told)), "casualties", word(told, "piece"), count(told)),
  "out-of-play": (view, told) =>
    pool(pieces(view, word(told, "space"), word(told, "piece"), -count(told)), "out-of-play", word(told, "piece"), count(told)),
  boxed: (view, told) =>
    pool(pool(view, word(told, "pool"), word(told, "piece"), -count(told)), word(told, "into"), word(told, "piece"), count(told)),
  moved: (view, told) =>
    pieces(pieces(view, word(told, "origin"), word(told, "piece"), -count(told)), word(told, "dest"), word(told, "piece"), count(told)),
  activated: (view, told) => turnedOver(view, told, "underground", "active"),
  hidden: (view, told) => turnedOver(view, told, "active", "underground"),
  control: (view, told) =>
    inSpace(view, word(told, "space"), (before) => ({ ...before, control: word(told, "control") as SpaceView["control"] })),
  level: (view, told) =>
    inSpace(view, word(told, "space"), (before) => ({ ...before, level: word(told, "level") as SpaceView["level"] })),
  terror: (view, told) => inSpace(view, word(told, "space"), (before) => ({ ...before, terror: count(told) })),
  sabotage: (view, told) => inSpace(view, word(told, "space"), (before) => ({ ...before, sabotage: count(told) > 0 })),
  returnees: (view, told) =>
    inSpace(view, word(told, "space"), (before) => ({ ...before, returnees: true, population: before.population + 1 })),
  resources: (view, told) => ({ ...view, resources: { ...view.resources, [word(told, "faction")]: count(told) } }),
  aid: (view, told) => ({ ...view, aid: count(told) }),
  patronage: (view, told) => ({ ...view, patronage: count(told) }),
  islamabad: (view, told) => ({
    ...view,
    islamabad: { box: word(told, "box") as PlainView["islamabad"]["box"], hard: count(told, "hard") > 0 },
  }),
  eligible: (view, told) => ({ ...view, eligible: { ...view.eligible, [word(told, "faction")]: true } }),
  ineligible: (view, told) => ({ ...view, eligible: { ...view.eligible, [word(told, "faction")]: false } }),
  card: (view, told) => ({ ...view, card: count(told, "card"), next: count(told, "next") || null, deck: Math.max(0, view.deck - 1) }),
  operation: (view, told) => acting(view, told, false),
  "limited-operation": (view, told) => acting(view, told, true),
  selected: (view, told) => ({ ...view, action: { ...view.action, spaces: [...view.action.spaces, word(told, "space")] } }),
};

function acting(view: PlainView, told: JsonObject, limited: boolean): PlainView {
  return {
    ...view,
    sequence: { ...view.sequence, active: word(told, "faction") as Seat },
    action: { ...view.action, operation: word(told, "operation"), limited, spaces: [] },
  };
}

/** The board after an entry, from the board before it. */
export function after(view: PlainView, event: Told): PlainView {
  return APPLIED[event.kind]?.(view, event.told) ?? view;
}

/** Pieces that an entry moves: between spaces, and between a space and a box. */
export function movesOf(event: Told): Move[] {
  const { kind, told } = event;
  const [piece, n, space] = [word(told, "piece"), count(told), word(told, "space")];
  const move = (from: string, to: string): Move[] => [{ from, to, piece, count: n }];
  switch (kind) {
    case "placed":
      return move("available", space);
    case "removed":
      return move(space, "available");
    case "casualties":
    case "out-of-play":
      return move(space, kind);
    case "moved":
      return move(word(told, "origin"), word(told, "dest"));
    case "boxed":
      return move(word(told, "pool"), word(told, "into"));
    default:
      return [];
  }
}

/** The die that an entry shows. */
export function diceOf(event: Told): Die[] {
  const die = count(event.told, "die");
  return die ? [{ value: die, text: event.text }] : [];
}

/** The spaces that an entry names. */
export function spacesOf(event: Told): string[] {
  return ["space", "origin", "dest"].flatMap((key) => (typeof event.told[key] === "string" ? [event.told[key]] : []));
}

const TRACKED: ReadonlySet<string> = new Set(["aid", "patronage", "islamabad"]);

/** The tracks that an entry changes, as the board calls them. */
export function tracksOf(event: Told): string[] {
  if (TRACKED.has(event.kind)) return [event.kind];
  return event.kind === "resources" ? [`resources.${word(event.told, "faction")}`] : [];
}

/** What lights up while entries are told. */
export function lightsOf(events: readonly Told[]): Lit {
  return {
    spaces: new Map(events.flatMap(spacesOf).map((space) => [space, "told" as const])),
    pieces: new Map(),
    tracks: new Set(events.flatMap(tracksOf)),
  };
}

/** A new turn, card or phase begins with these: they head what follows in the log. */
const HEADS: ReadonlySet<string> = new Set([
  "card", "operation", "limited-operation", "event", "passed", "phase", "propaganda", "game-over", "set-up",
]);
export const isHead = (event: Told): boolean => HEADS.has(event.kind);

/** Whose turn an entry begins; null if it begins nobody's. */
export function seatOf(event: Told): string | null {
  return isHead(event) && typeof event.told["faction"] === "string" ? event.told["faction"] : null;
}
