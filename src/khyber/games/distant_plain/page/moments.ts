// What one entry of the log changes on the board, so that a turn can be told entry by entry. The rules tell every change
// that they make; the rest (who has acted, cards played) comes with the next frame.

import type { JsonObject, Told } from "$web/src/lib/contract";
import { dark, type Die, type Lit, type Move } from "$web/src/boards/contract";
import { facts, isPakistan } from "./facts";
import { BOXES, SEATS, TOTALS, type Box, type Counts, type Piece, type PlainView, type Seat, type SpaceView, type Total } from "./view";

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

/** Pieces that come into a space from a box, or leave it for one. */
function between(view: PlainView, told: JsonObject, box: Box, sign: 1 | -1): PlainView {
  const [piece, n] = [word(told, "piece"), sign * count(told)];
  return pool(pieces(view, word(told, "space"), piece, n), box, piece, -n);
}

function turnedOver(view: PlainView, told: JsonObject, from: string, to: string): PlainView {
  const [space, guerrilla, n] = [word(told, "space"), `${word(told, "faction")}-guerrilla`, count(told)];
  return pieces(pieces(view, space, `${guerrilla}-${from}`, -n), space, `${guerrilla}-${to}`, n);
}

const APPLIED: Record<string, (view: PlainView, told: JsonObject) => PlainView> = {
  placed: (view, told) => between(view, told, "available", 1),
  removed: (view, told) => between(view, told, "available", -1),
  casualties: (view, told) => between(view, told, "casualties", -1),
  "out-of-play": (view, told) => between(view, told, "out-of-play", -1),
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
  card: dealt,
  event: (view, told) => {
    const then = turn(view, told);
    return then.sequence["first-did"] === "none" ? { ...then, sequence: { ...then.sequence, "first-did": "event" } } : then;
  },
  passed: turn,
  phase: (view, told) => ({ ...view, sequence: { ...view.sequence, step: word(told, "phase") || view.sequence.step } }),
  "casualties-settled": settled,
  propaganda: (view, told) => ({ ...view, propaganda: { ...view.propaganda, played: count(told) } }),
  capability: (view, told) => ({ ...view, capabilities: withCard(view.capabilities, told) }),
  "capability-removed": (view, told) => ({
    ...view,
    capabilities: view.capabilities.filter(([card]) => card !== count(told, "card")),
  }),
  momentum: (view, told) => ({ ...view, momentum: withCard(view.momentum, told) }),
  "momentum-ends": (view, told) => ({ ...view, momentum: view.momentum.filter(([card]) => card !== count(told, "card")) }),
  operation: (view, told) => acting(view, told, false),
  "limited-operation": (view, told) => acting(view, told, true),
  selected: (view, told) => ({ ...view, action: { ...view.action, spaces: [...view.action.spaces, word(told, "space")] } }),
};

type Lasting = PlainView["capabilities"];

/** Lasting texts lie in the order of their cards. */
function withCard(lasting: Lasting, told: JsonObject): Lasting {
  const side = word(told, "side") === "shaded" ? "shaded" : "unshaded";
  return [...lasting, [count(told, "card"), side] as Lasting[number]].sort(([one], [other]) => one - other);
}

/** Casualties leave the game, but for the Troops that come back. */
function settled(view: PlainView, told: JsonObject): PlainView {
  const troops = pool(view, "available", "coalition-troops", count(told, "back"));
  const gone = pool(pool(troops, "out-of-play", "coalition-troops", count(told, "troops")), "out-of-play", "coalition-base", count(told, "bases"));
  return { ...gone, casualties: {} };
}

/** The four totals of the edge track (1.9). */
export function totals(view: PlainView): Record<Total, number> {
  const found: Record<Total, number> = {
    "support-available": (view.available["coalition-troops"] ?? 0) + (view.available["coalition-base"] ?? 0),
    "coin-patronage": view.patronage, "opposition-bases": 0, uncontrolled: 0,
  };
  for (const [id, space] of Object.entries(view.spaces)) {
    found["opposition-bases"] += space.pieces["taliban-base"] ?? 0;
    if (isPakistan(id)) continue;
    if (space.level === "support") found["support-available"] += space.population;
    if (space.level === "opposition") found["opposition-bases"] += space.population;
    if (space.control === "coin") found["coin-patronage"] += space.population;
    if (space.control === "none") found.uncontrolled += space.population;
  }
  return found;
}

function beyond(total: Record<Total, number>, view: PlainView): Record<Seat, number> {
  const found = { coalition: 0, government: 0, taliban: 0, warlords: 0 };
  const { goals, "resources-goals": resources } = facts();
  for (const id of TOTALS) found[goals[id].seat] = total[id] - goals[id].over;
  for (const seat of SEATS) {
    const over = resources[seat];
    if (over !== undefined) found[seat] = Math.min(found[seat], (view.resources[seat] ?? 0) - over);
  }
  return found;
}

/** Totals and margins as they follow; what else counts for a margin stays as it was. */
function counted(before: PlainView, then: PlainView): PlainView {
  const total = totals(then);
  const [was, is] = [beyond(before.totals, before), beyond(total, then)];
  const margins = { ...then.margins };
  for (const seat of SEATS) margins[seat] += is[seat] - was[seat];
  return { ...then, totals: total, margins };
}

/** Entries that change no total are not counted anew. */
const COUNTING: ReadonlySet<string> = new Set([
  "placed", "removed", "casualties", "out-of-play", "boxed", "control", "level", "returnees", "resources", "patronage",
  "casualties-settled",
]);

/** A Faction's turn begins: who acted before it has acted, unless by passing. */
function turn(view: PlainView, told: JsonObject): PlainView {
  const { sequence } = view;
  const [seat, before] = [word(told, "faction") as Seat, sequence.active];
  if (seat === before && sequence.step === "turn") return view;
  const did = view.action.operation || (sequence["first-did"] === "event" && !sequence.acted.length);
  const acted = sequence.step === "turn" && did ? [...sequence.acted.filter((one) => one !== before), before] : sequence.acted;
  const others = (seats: Seat[]): Seat[] => seats.filter((one) => one !== seat);
  return {
    ...view,
    sequence: { ...sequence, step: "turn", active: seat, acted, "to-come": others(sequence["to-come"]), waiting: others(sequence.waiting) },
    action: NO_ACTION,
  };
}

const NO_ACTION: PlainView["action"] = { operation: "", limited: false, spaces: [], activity: "", "activity-spaces": [] };

function acting(view: PlainView, told: JsonObject, limited: boolean): PlainView {
  return { ...turn(view, told), action: { ...NO_ACTION, operation: word(told, "operation"), limited } };
}

/** A new card: nobody has acted on it. */
function dealt(view: PlainView, told: JsonObject): PlainView {
  return {
    ...view,
    card: count(told, "card"),
    next: count(told, "next") || null,
    deck: Math.max(0, view.deck - 1),
    sequence: { ...view.sequence, step: "card", "first-did": "none", acted: [], "to-come": [], waiting: [] },
    action: NO_ACTION,
  };
}

/** The board after an entry, from the board before it. */
export function after(view: PlainView, event: Told): PlainView {
  const then = APPLIED[event.kind]?.(view, event.told) ?? view;
  return COUNTING.has(event.kind) ? counted(view, then) : then;
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
  const seats = event.kind === "resources" ? ["faction"] : event.kind === "gave" ? ["faction", "to"] : [];
  return seats.map((key) => `resources.${word(event.told, key)}`);
}

/** Entries that merely follow from others are replayed briefly; the start of a turn and a die roll take longer. */
const IN_PASSING: ReadonlySet<string> = new Set(["control", "resumed", "selected", "searched", "assaulted", "activity-space", "event-space", "eligible", "ineligible"]);
const WEIGHTY: ReadonlySet<string> = new Set(["rolled", "attack-rolled", "card", "operation", "limited-operation", "event", "game-over"]);
export const weight = ({ kind }: Told): number => (IN_PASSING.has(kind) ? 0.45 : WEIGHTY.has(kind) ? 1.4 : 1);

/** What lights up while entries are told. */
export function lightsOf(events: readonly Told[]): Lit {
  return {
    ...dark(),
    spaces: new Map(events.flatMap(spacesOf).map((space) => [space, "told" as const])),
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

/** What begins another action within a turn: a space, a Special Activity, a die, a move to another place. */
const BEATS: ReadonlySet<string> = new Set([
  "selected", "activity", "resumed", "activity-space", "civic-action", "sharia", "base-built", "patronage-returned", "searched",
  "assaulted", "card-used", "event-space", "rolled", "attack-rolled", "casualties-settled", "capability", "momentum",
]);

export function isBeat(event: Told, before: Told | undefined): boolean {
  if (!before || isHead(event) || isHead(before) || BEATS.has(event.kind)) return true;
  const [here, there] = [event, before].map((one) => word(one.told, "dest") || word(one.told, "space"));
  return Boolean(here && there && here !== there);
}
