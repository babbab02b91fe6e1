// What the generic board makes of views, options and entries: what they name lights up, and can be clicked.

import type { Json, JsonObject, OptionText, Question, Told } from "../../lib/contract";
import type { Names } from "../../lib/names";
import { dark, isEnough, runs, type Change, type GameBoard, type Lit, type SeatNote, type Target } from "../contract";
import { number } from "../../text/catalogue";
import { isObject, overview } from "./shapes";

/** Parameters of an entry that name whose doing it is. */
const SEATS = ["seat", "side", "faction"] as const;
/** Parts of a view, or of a seat's part of it, that tell how a seat stands. */
const SCORES = ["margins", "points"] as const;

// -- what is where ----------------------------------------------------------------------------------------

/** The places of a view: what its objects of objects are keyed by, seats apart, and what lies in each. */
function placesOf(view: JsonObject, names: Names): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const part of Object.values(view)) {
    if (!isObject(part)) continue;
    for (const [id, inner] of Object.entries(part)) if (isObject(inner) && !names.seats.includes(id)) found.set(id, inner);
  }
  return found;
}

/** The ids that lie in a place: keys of counts, and names in lists. A state may follow ("us-dagger reduced"). */
function thingsIn(json: Json): string[] {
  if (typeof json === "string") return [json];
  if (Array.isArray(json)) return json.flatMap(thingsIn);
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([key, inner]) => (typeof inner === "number" ? (inner ? [key] : []) : thingsIn(inner)));
}

/** The ids that an option names: in what it is about, and in its key (`kabul > kandahar-kabul` names both). */
const namedBy = ({ about, key }: OptionText): string[] => [...Object.values(about).map(String), ...key.split(/[ >+:]+/)];

type Places = ReadonlyMap<string, JsonObject>;

const placeOf = (option: OptionText, places: Places): string | null => namedBy(option).find((id) => places.has(id)) ?? null;

/** Where an option's pieces lie: in the place it names or that is asked about, else wherever something lies that it names. */
function piecesOf(option: OptionText, asked: readonly string[], places: Places): { place: string; piece: string }[] {
  const named = new Set(namedBy(option));
  const own = placeOf(option, places);
  return (own ? [own] : asked.length ? asked : [...places.keys()]).flatMap((place) =>
    thingsIn(places.get(place)!).flatMap((piece) => (named.has(piece.split(" ", 1)[0]!) ? [{ place, piece }] : [])),
  );
}

/** The places that a question is about. */
const askedAt = ({ about = {} }: Question, places: Places): string[] =>
  Object.values(about).flatMap((id) => (typeof id === "string" && places.has(id) ? [id] : []));

function lights(question: Question, view: JsonObject, names: Names): Lit {
  const [lit, places] = [dark(), placesOf(view, names)];
  const asked = askedAt(question, places);
  for (const id of asked) {
    lit.spaces.set(id, "chosen");
    lit.chosen.add(id);
  }
  for (const option of question.options ?? []) {
    const place = placeOf(option, places);
    if (place) lit.spaces.set(place, "option");
    for (const one of piecesOf(option, asked, places)) lit.pieces.set(one.place, (lit.pieces.get(one.place) ?? new Set()).add(one.piece));
  }
  return lit;
}

function optionsAt(target: Target, question: Question, view: JsonObject, names: Names): OptionText[] {
  if (target.kind !== "space" && target.kind !== "pieces") return [];
  const places = placesOf(view, names);
  const asked = askedAt(question, places);
  const options = question.options ?? [];
  const meant = options.filter(
    (option) => target.kind === "pieces" &&
      piecesOf(option, asked, places).some(({ place, piece }) => place === target.space && piece === target.piece),
  );
  return meant.length ? meant : options.filter((option) => placeOf(option, places) === target.space);
}

// -- what differs -----------------------------------------------------------------------------------------

/** What differs between two views, part by part, with the nearest place named first. */
function changes(before: JsonObject, then: JsonObject, names: Names): Change[] {
  const found: Change[] = [];
  const places = placesOf(then, names);
  const said = (key: string, json: Json | undefined): number | string =>
    typeof json === "number" ? json
    : typeof json === "boolean" ? (json ? "✓" : "–")
    : typeof json === "string" && json ? names.value(key, json)
    : Array.isArray(json) && json.length ? json.map((one) => said(key, one)).join(", ")
    : "–";
  const compare = (key: string, was: Json | undefined, is: Json | undefined, path: string[], place: string) => {
    if (JSON.stringify(was) === JSON.stringify(is)) return;
    if (isObject(was) || isObject(is)) {
      const [one, other] = [isObject(was) ? was : {}, isObject(is) ? is : {}];
      for (const id of new Set([...Object.keys(one), ...Object.keys(other)])) {
        const here = places.has(id);
        const [from, to] = [one[id], other[id]];
        const counts = typeof from === "number" || typeof to === "number";
        const label = here ? names.value(key, id) : counts && names.isPiece(key, id) ? names.counted(key, id, 2) : names.seats.includes(id) ? names.seat(id) : names.heading(key, id);
        const usual = counts && names.isPiece(key, id) ? 0 : undefined;
        compare(id, from ?? usual, to ?? usual, here ? [label] : [...path, label], here ? id : place);
      }
      return;
    }
    found.push({ where: place || key, text: path.slice(-3).join(" · "), from: said(key, was), to: said(key, is) });
  };
  for (const key of Object.keys(then)) if (key !== "outcome" && key !== "step") compare(key, before[key], then[key], [names.label(key)], "");
  return found;
}

// -- seats ------------------------------------------------------------------------------------------------

function scoreOf(view: JsonObject, seat: string, names: Names): (NonNullable<SeatNote["score"]> & { name: string }) | undefined {
  for (const key of SCORES) {
    const own = Object.values(view).find((part) => isObject(part) && isObject(part[seat]) && typeof part[seat][key] === "number");
    const n =
      isObject(view[key]) ? view[key][seat]
      : isObject(own) && isObject(own[seat]) ? own[seat][key]
      : names.seats.length === 1 ? view[key]
      : undefined;
    if (typeof n === "number") return { text: number(n), name: names.label(key), said: `${names.label(key)}: ${number(n)}`, ahead: false };
  }
  return undefined;
}

function seats(view: JsonObject, names: Names): SeatNote[] {
  return names.seats.map((seat) => {
    const score = scoreOf(view, seat, names);
    return { seat, facts: score ? [{ text: score.name }] : [], ...(score && { score }) };
  });
}

/** The first place that an entry names, by the words games use for it. */
const place = (event: Told | undefined): unknown => event?.told["space"] ?? event?.told["dest"] ?? event?.told["area"] ?? null;

export const following: Omit<GameBoard, "Board"> = {
  read: (view) => view,
  lights,
  optionsAt,
  placeOf: (option, view, names) => placeOf(option, placesOf(view, names)),
  sections: (options) =>
    (runs(options, (option) => (isEnough(option) ? "enough" : "other")) ?? [["other", [...options]] as const]).map(([group, found]) => ({
      group, heading: null, options: found, enough: group === "enough",
    })),
  after: (view) => view,
  movesOf: () => [],
  diceOf: ({ told, text }) => (typeof told["die"] === "number" ? [{ value: told["die"], text }] : []),
  lightsOf: (events, view, names) => {
    const [lit, places] = [dark(), placesOf(view, names)];
    for (const value of events.flatMap(({ told }) => Object.values(told))) if (typeof value === "string" && places.has(value)) lit.spaces.set(value, "told");
    return lit;
  },
  isHead: (event, before) => event.step !== before?.step,
  seatOf: ({ told }: Told, names) => {
    const found = SEATS.map((key) => told[key]).find((id) => typeof id === "string" && names.seats.includes(id));
    return typeof found === "string" ? found : names.seats.length === 1 ? names.seats[0]! : null;
  },
  // a game that says nothing of its entries: those of a step about the same place belong together
  isBeat: (event, before) => event.step !== before?.step || place(event) !== place(before),
  weight: () => 1,
  changes,
  seats,
  columns: (view, names) => overview(view, names).columns,
};
