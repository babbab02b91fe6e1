// The board of Enduring Freedom, as the page needs it.

import { app } from "$web/src/lib/app.svelte";
import type { Names } from "$web/src/lib/names";
import type { GameBoard, SeatNote } from "$web/src/boards/contract";
import Board from "./Board.svelte";
import Ending from "./Ending.svelte";
import { facts, levelOf } from "./facts";
import Market from "./Market.svelte";
import { after, diceOf, isBeat, isHead, lightsOf, movesOf, weight } from "./moments";
import { basket } from "./orders.svelte";
import Panels from "./Panels.svelte";
import { lights, optionsAt, placeOf, role, sections } from "./targets";
import { freedomView, type FreedomView } from "./view";
import { changes } from "./words";

function seats(view: FreedomView, names: Names): SeatNote[] {
  const level = names.value("ending", view.outcome?.ending ?? levelOf(view.points));
  return names.seats.map((seat) => ({
    seat,
    score: { text: String(view.points), said: `${names.label("points")}: ${view.points}`, ahead: view.points >= 61 },
    // a single seat has room for them on a phone, too
    facts: [level, `${names.label("jihad")} ${view.jihad}`, ...(view.turn ? [app.t("freedom.turn", { n: view.turn, of: facts().turns })] : [])].map((text) => ({ text, short: text })),
  }));
}

export const board: GameBoard<FreedomView> = {
  Board,
  Panels,
  Sheet: Market,
  Ending,
  ratio: 1.443,
  read: freedomView,
  lights,
  optionsAt: (target, question) => optionsAt(target, question),
  placeOf,
  sections,
  role,
  doubt: ({ ask }, key) => (ask === "mobilize" && key === "done" && basket.count ? app.t("freedom.unbought", { n: basket.count }) : undefined),
  after,
  movesOf,
  diceOf,
  lightsOf,
  isHead,
  isWithin: ({ kind }) => kind === "phase",
  isBeat,
  seatOf: ({ kind }, names) => (kind === "turn" ? names.seats[0]! : null),
  weight,
  changes,
  seats,
  columns: (view, names) => [{ key: "points", label: names.label("points"), of: Object.fromEntries(names.seats.map((seat) => [seat, view.points])) }],
};
