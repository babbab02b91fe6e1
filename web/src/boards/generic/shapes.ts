// How a view is shown, told from its shape alone: likes of objects are places, counts are pieces or tracks, and so on.

import type { Json, JsonObject } from "../../lib/contract";
import type { Names } from "../../lib/names";
import type { SeatColumn } from "../contract";

export interface Item {
  id: string;
  name: string;
  n: number;
  seat: string | null;
  /** Whether its printed component is reconstructed. */
  reconstructed?: boolean;
}

export type Shape =
  | { kind: "nothing" }
  | { kind: "flag"; on: boolean }
  | { kind: "number"; n: number }
  | { kind: "named"; id: string; name: string; seat: string | null; usual: boolean; reconstructed?: boolean }
  | { kind: "pieces"; items: Item[] }
  | { kind: "bars"; items: Item[] }
  | { kind: "flags"; items: (Item & { on: boolean })[] }
  | { kind: "progress"; n: number; of: number }
  | { kind: "chips"; items: Item[] }
  | { kind: "places"; items: Place[] }
  | { kind: "list"; items: Shape[] }
  | { kind: "parts"; items: Part[] };

export interface Part {
  key: string;
  label: string;
  shape: Shape;
}

export interface Place {
  id: string;
  name: string;
  seat: string | null;
  /** Whether its printed component is reconstructed. */
  reconstructed: boolean;
  parts: Part[];
  /** Whether anything lies there. */
  occupied: boolean;
  /** Where it lies, for places that tell how far east and north they are. */
  at: { east: number; north: number } | null;
}

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

const isEmpty = (json: Json): boolean =>
  json === null ||
  json === "" ||
  (Array.isArray(json) && json.length === 0) ||
  (isObject(json) && Object.keys(json).length === 0);

export function shapeOf(key: string, json: Json, names: Names): Shape {
  if (isEmpty(json)) return { kind: "nothing" };
  if (typeof json === "boolean") return { kind: "flag", on: json };
  if (typeof json === "number") {
    const name = names.named(key, json);
    return name === null ? { kind: "number", n: json } : named(key, json, name, names);
  }
  if (typeof json === "string") return named(key, json, names.value(key, json), names);
  if (Array.isArray(json)) return listShape(key, json, names);
  return objectShape(key, json!, names);
}

function named(key: string, id: string | number, name: string, names: Names): Shape {
  const seat = typeof id === "string" && key !== "control" ? names.ownerOf(id) : null;
  return { kind: "named", id: String(id), name, seat, usual: false, ...marked(key, id, names) };
}

/** The mark of a thing, where it has one. */
const marked = (key: string, id: string | number, names: Names): { reconstructed?: true } =>
  names.reconstructed(key, id) ? { reconstructed: true } : {};

function listShape(key: string, list: Json[], names: Names): Shape {
  if (list.every((one) => typeof one === "string" || typeof one === "number")) {
    return { kind: "chips", items: counted(key, list as (string | number)[], names) };
  }
  if (list.every((one) => Array.isArray(one) && one.every((part) => typeof part === "string" || typeof part === "number"))) {
    const rows = list as (string | number)[][];
    return {
      kind: "chips",
      items: rows.map((row) => ({
        id: row.join(" "),
        name: row.map((part) => names.value(key, part)).join(" · "),
        n: 1,
        seat: row.length === 1 ? names.ownerOf(String(row[0])) : null,
      })),
    };
  }
  return { kind: "list", items: list.map((one) => shapeOf(key, one, names)) };
}

/** Like things of a list once, with how many there are. */
function counted(key: string, list: (string | number)[], names: Names): Item[] {
  const items = new Map<string, Item>();
  for (const one of list) {
    const id = String(one);
    const known = items.get(id);
    if (known) known.n += 1;
    else items.set(id, { id, name: names.value(key, one), n: 1, seat: names.ownerOf(id), ...marked(key, one, names) });
  }
  return [...items.values()];
}

function objectShape(key: string, json: JsonObject, names: Names): Shape {
  const entries = Object.entries(json);
  if (entries.every(([, value]) => typeof value === "number")) {
    const counts = entries as [string, number][];
    if (counts.length === 2 && typeof json["of"] === "number") {
      const n = counts.find(([id]) => id !== "of");
      if (n) return { kind: "progress", n: n[1], of: json["of"] };
    }
    const pieces = counts.every(([id, n]) => n >= 0 && names.isPiece(key, id));
    const items = counts.map(([id, n]) => ({
      id,
      name: pieces ? names.counted(key, id, n) : names.seats.includes(id) ? names.seat(id) : names.heading(key, id),
      n,
      seat: names.ownerOf(id),
      ...marked(key, id, names),
    }));
    return { kind: pieces ? "pieces" : "bars", items };
  }
  if (entries.length > 1 && entries.every(([, value]) => typeof value === "boolean")) {
    return {
      kind: "flags",
      items: entries.map(([id, on]) => ({
        id, name: names.seats.includes(id) ? names.seat(id) : names.label(id), n: 1, seat: names.ownerOf(id), on: on === true,
      })),
    };
  }
  if (alike(entries) || sided(entries, names)) return { kind: "places", items: placesOf(key, entries as [string, JsonObject][], names) };
  return { kind: "parts", items: partsOf(json, names) };
}

/** Several objects with the same fields: the spaces of a map, the sides of a game. */
function alike(entries: [string, Json][]): boolean {
  const [first] = entries;
  if (entries.length < 2 || !first || !isObject(first[1])) return false;
  const fields = Object.keys(first[1]).join();
  return fields !== "" && entries.every(([, value]) => isObject(value) && Object.keys(value).join() === fields);
}

/** Objects of the seats, even where one tells more than another. */
function sided(entries: [string, Json][], names: Names): boolean {
  return entries.length > 1 && entries.every(([id, value]) => names.seats.includes(id) && isObject(value));
}

function placesOf(key: string, entries: [string, JsonObject][], names: Names): Place[] {
  const usual = usualWords(entries.map(([, fields]) => fields));
  return entries.map(([id, fields]) => {
    const at = pointOf(fields);
    const parts = partsOf(fields, names)
      .filter((part) => !at || !["east", "north"].includes(part.key))
      .filter((part) => !uneventful(part.shape))
      .map((part) => (part.shape.kind === "named" ? { ...part, shape: { ...part.shape, usual: usual.get(part.key) === part.shape.id } } : part));
    const occupied = Object.values(fields).some((value) => isObject(value) && !isEmpty(value) && hasSome(value));
    return { id, name: names.value(key, id), seat: names.seats.includes(id) ? id : null, reconstructed: names.reconstructed(key, id), parts, occupied, at };
  });
}

function pointOf({ east, north }: JsonObject): Place["at"] {
  return typeof east === "number" && typeof north === "number" ? { east, north } : null;
}

/** The columns and rows of places that all lie on a grid, north up; null if they do not. */
export function gridOf(places: readonly Place[]): { columns: number; rows: number; cell: (place: Place) => [number, number] } | null {
  const points = places.flatMap((place) => (place.at ? [place.at] : []));
  if (points.length !== places.length || points.length < 2) return null;
  const easts = points.map((point) => point.east);
  const norths = points.map((point) => point.north);
  const [west, north] = [Math.min(...easts), Math.max(...norths)];
  const columns = Math.max(...easts) - west + 1;
  const rows = north - Math.min(...norths) + 1;
  if (columns > 40 || rows > 40 || ![...easts, ...norths].every(Number.isInteger)) return null;
  return { columns, rows, cell: (place) => [(place.at?.east ?? west) - west + 1, north - (place.at?.north ?? north) + 1] };
}

const hasSome = (json: JsonObject): boolean =>
  Object.values(json).some((value) => (typeof value === "number" ? value > 0 : isObject(value) ? hasSome(value) : false));

function uneventful(shape: Shape): boolean {
  return (
    shape.kind === "nothing" ||
    (shape.kind === "flag" && !shape.on) ||
    (shape.kind === "number" && shape.n === 0) ||
    (shape.kind === "parts" && shape.items.every((part) => uneventful(part.shape))) ||
    (shape.kind === "places" && shape.items.every((place) => place.parts.every((part) => uneventful(part.shape))))
  );
}

/** For each field that is a word, the word most often met: it is shown quietly. */
function usualWords(rows: JsonObject[]): Map<string, string> {
  const usual = new Map<string, string>();
  for (const field of Object.keys(rows[0] ?? {})) {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[field];
      if (typeof value === "string") counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const most = [...counts].sort((a, b) => b[1] - a[1])[0];
    if (most && most[1] > 1) usual.set(field, most[0]);
  }
  return usual;
}

export function partsOf(json: JsonObject, names: Names): Part[] {
  return Object.entries(json).map(([key, value]) => ({ key, label: names.label(key), shape: shapeOf(key, value, names) }));
}

export interface Overview {
  faces: Part[];
  columns: SeatColumn[];
  tracks: Part[];
  pools: Part[];
  places: Part[];
  rest: Part[];
}

/** What is said elsewhere on the page. */
const SAID: ReadonlySet<string> = new Set(["game", "outcome"]);

/** A view sorted into the panels of the page. */
export function overview(view: JsonObject, names: Names): Overview {
  const sorted: Overview = { faces: [], columns: [], tracks: [], pools: [], places: [], rest: [] };
  for (const [key, json] of Object.entries(view)) {
    if (SAID.has(key)) continue;
    if (bySeat(json, names)) {
      sorted.columns.push({ key, label: names.label(key), of: json as Record<string, number | boolean> });
      continue;
    }
    const part = { key, label: names.label(key), shape: shapeOf(key, json, names) };
    const { shape } = part;
    if (shape.kind === "nothing") continue;
    if (shape.kind === "named" && typeof json === "number") sorted.faces.push(part);
    else if (shape.kind === "number" || shape.kind === "progress" || shape.kind === "bars") sorted.tracks.push(part);
    else if (shape.kind === "pieces") sorted.pools.push(part);
    else if (shape.kind === "places") sorted.places.push(part);
    else sorted.rest.push(part);
  }
  return sorted;
}

function bySeat(json: Json, names: Names): boolean {
  if (!isObject(json)) return false;
  const entries = Object.entries(json);
  return (
    entries.length > 0 &&
    entries.every(([id, value]) => names.seats.includes(id) && (typeof value === "number" || typeof value === "boolean"))
  );
}

/** The end of a scale that holds these numbers: round, so that it does not change with every move. */
export function scale(numbers: readonly number[]): number {
  const most = Math.max(1, ...numbers.map(Math.abs));
  return [5, 10, 20, 30, 40, 50, 75, 100].find((end) => most <= end) ?? Math.ceil(most / 50) * 50;
}
