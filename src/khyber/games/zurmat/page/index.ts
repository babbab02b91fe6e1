// The board of Zurmat, as the page needs it.

import { app } from "$web/src/lib/app.svelte";
import type { Names } from "$web/src/lib/names";
import { number } from "$web/src/text/catalogue";
import type { GameBoard, SeatColumn, SeatNote } from "$web/src/boards/contract";
import Board from "./Board.svelte";
import { changesBetween } from "./changes";
import { shapes } from "./facts";
import { after, diceOf, isBeat, isHead, lightsOf, movesOf, seatOf, weight } from "./moments";
import Panels from "./Panels.svelte";
import Sheet from "./Sheet.svelte";
import { lightsFor, onMapOnly, optionsAt, placeOf, role, sections } from "./targets";
import { isSeat, SEATS, zurmatView, type ZurmatView } from "./view";

const counted = (cards: readonly unknown[] | number): number => (typeof cards === "number" ? cards : cards.length);

/** The two sides at a glance: points so far, tiles held, cards in hand. */
function seats(view: ZurmatView, names: Names): SeatNote[] {
  const { t } = app;
  return SEATS.map((seat) => {
    const { points, hand } = view.sides[seat];
    const other = view.sides[seat === "coalition" ? "taliban" : "coalition"].points;
    return {
      seat,
      score: { text: number(points), said: `${names.label("points")}: ${number(points)}`, ahead: points > other },
      facts: [{ text: t("zurmat.in-hand", { n: counted(hand) }), short: t("zurmat.in-hand-short", { n: counted(hand) }) }],
    };
  });
}

function columns(view: ZurmatView, names: Names): SeatColumn[] {
  const of = (value: (seat: (typeof SEATS)[number]) => number): Record<string, number> => Object.fromEntries(SEATS.map((seat) => [seat, value(seat)]));
  return [
    { key: "points", label: names.label("points"), of: of((seat) => view.sides[seat].points) },
    { key: "hand", label: names.label("hand"), of: of((seat) => counted(view.sides[seat].hand)) },
    { key: "supply", label: names.label("supply"), of: of((seat) => view.sides[seat].supply) },
    { key: "bag", label: names.label("bag"), of: of((seat) => view.sides[seat].bag) },
  ];
}

const COLOURS = { coalition: { fill: "#d9bd83", ink: "#2a200c" }, taliban: { fill: "#26231f", ink: "#ffffff" } };

export const board: GameBoard<ZurmatView> = {
  Board,
  Panels,
  Sheet,
  ratio: 1.25,
  read: zurmatView,
  lights: lightsFor,
  optionsAt,
  placeOf,
  onBoard: (question) => (onMapOnly(question) ? "zurmat.on-map" : null),
  sections,
  role,
  // all discs in hand have the same face
  obvious: ({ ask, options = [] }) => (ask === "which-disc" && options.length === 1 ? options[0]!.key : null),
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
  active: (view) => view.active,
  points: (seat, view) => (isSeat(seat) ? view.sides[seat].points : 0),
  signOf: (seat) => (isSeat(seat) ? { path: shapes().signs[seat]!, ...COLOURS[seat] } : null),
};
