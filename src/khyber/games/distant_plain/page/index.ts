// The board of A Distant Plain, as the page needs it.

import { app } from "$web/src/lib/app.svelte";
import type { Names } from "$web/src/lib/names";
import { number, type Key } from "$web/src/text/catalogue";
import type { GameBoard, SeatColumn, SeatNote } from "$web/src/boards/contract";
import Board from "./Board.svelte";
import Panels from "./Panels.svelte";
import { changesBetween } from "./changes";
import { deals } from "./deals";
import { COLOURS, EMBLEMS } from "./emblems";
import { after, diceOf, isBeat, isHead, lightsOf, movesOf, seatOf, weight } from "./moments";
import { bundles, isLast, obvious, redundant, turn } from "./shortcuts";
import { lightsFor, optionsAt, role, sections, short, spaceOf } from "./targets";
import { BOXES, plainView, SEATS, type PlainView, type Seat } from "./view";

const EVENTS: Record<string, Key> = { "event-unshaded": "plain.event-unshaded", "event-shaded": "plain.event-shaded" };
const signed = (margin: number): string => (margin > 0 ? `+${margin}` : number(margin));

/** The four Factions at a glance: how far from victory, and with what means. */
function seats(view: PlainView): SeatNote[] {
  const { t } = app;
  return SEATS.map((seat) => {
    const [margin, n, out] = [signed(view.margins[seat]), view.resources[seat], !view.eligible[seat]];
    return {
      seat,
      score: { text: margin, said: t("play.margin", { margin }), ahead: view.margins[seat] > 0 },
      facts: [
        ...(n === undefined ? [] : [{ text: t("plain.has", { n }), short: t("plain.has-short", { n }) }]),
        ...(out ? [{ text: t("plain.not-eligible") }] : []),
      ],
      out,
    };
  });
}

function columns(view: PlainView, names: Names): SeatColumn[] {
  return [
    { key: "margins", label: names.label("margins"), of: view.margins },
    { key: "resources", label: names.label("resources"), of: view.resources as Record<string, number> },
    { key: "eligible", label: names.label("eligible"), of: view.eligible },
  ];
}

/** The Coalition pays with Government Resources (1.8). */
function purse(acting: string, view: PlainView): { seat: string; n: number } | null {
  const seat = acting === "coalition" ? "government" : acting;
  const n = view.resources[seat as Seat];
  return n === undefined ? null : { seat, n };
}

export const board: GameBoard<PlainView> = {
  Board,
  Panels,
  panelsLit: (lit) => lit.tracks.has("islamabad") || BOXES.some((box) => lit.spaces.has(box) || lit.pieces.has(box)),
  ratio: 1.2,
  read: plainView,
  lights: lightsFor,
  optionsAt,
  placeOf: spaceOf,
  sections,
  role,
  short: (option, names) => (EVENTS[option.key] ? app.t(EVENTS[option.key]!) : short(option, names)),
  turn,
  isLast,
  single: (view) => view.action.limited,
  obvious,
  redundant,
  bundles,
  after,
  movesOf,
  diceOf,
  lightsOf,
  isHead,
  isBeat,
  seatOf,
  weight,
  changes: changesBetween,
  seats,
  columns,
  purse,
  active: (view) => view.sequence.active,
  deals,
  ties: "7.1",
  signOf: (seat) => (seat in COLOURS ? { path: EMBLEMS[seat as Seat], ...COLOURS[seat as Seat] } : null),
  editor: () => import("./editor/EditorPage.svelte"),
};
