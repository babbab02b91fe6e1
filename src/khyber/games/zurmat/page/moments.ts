// What one entry of the log changes on the board, so that a turn can be replayed entry by entry.

import type { JsonObject, Told } from "$web/src/lib/contract";
import type { Names } from "$web/src/lib/names";
import { dark, type Die, type Lit, type Move } from "$web/src/boards/contract";
import { isSeat, sideOf, type Discs, type Face, type Operation, type Seat, type TileView, type Unit, type ZurmatView } from "./view";

const word = (told: JsonObject, key: string): string => String(told[key] ?? "");
const count = (told: JsonObject, key = "n"): number => (typeof told[key] === "number" ? told[key] : 0);

function onTile(view: ZurmatView, tile: string, change: (before: TileView) => Partial<TileView>): ZurmatView {
  const before = view.tiles[tile];
  return before ? { ...view, tiles: { ...view.tiles, [tile]: { ...before, ...change(before) } } } : view;
}

function onSide(view: ZurmatView, side: string, change: (before: ZurmatView["sides"][Seat]) => Partial<ZurmatView["sides"][Seat]>): ZurmatView {
  if (!isSeat(side)) return view;
  return { ...view, sides: { ...view.sides, [side]: { ...view.sides[side], ...change(view.sides[side]) } } };
}

function units(view: ZurmatView, tile: string, unit: string, by: number): ZurmatView {
  return onTile(view, tile, (before) => {
    const { [unit as Unit]: was = 0, ...others } = before.units;
    return { units: was + by > 0 ? { ...others, [unit]: was + by } : others };
  });
}

function supply(view: ZurmatView, unit: string, by: number): ZurmatView {
  return unit === "us" ? view : onSide(view, sideOf(unit), (before) => ({ supply: before.supply + by }));
}

function discs(view: ZurmatView, tile: string, side: string, change: (before: Discs) => Discs): ZurmatView {
  if (!isSeat(side)) return view;
  return onTile(view, tile, (before) => ({ discs: { ...before.discs, [side]: change(before.discs[side]) } }));
}

/** Fewer discs of a face, or of any: faces that were seen stay seen. */
function fewer(before: Discs, face: string, by: number): Discs {
  const n = Math.max(0, before.n - by);
  const known = before[face as Face];
  return known === undefined ? { n } : { ...before, n, [face]: Math.max(0, known - by) };
}

const APPLIED: Record<string, (view: ZurmatView, told: JsonObject) => ZurmatView> = {
  tile: (view, told) => {
    const id = word(told, "tile");
    const dealt = view["tiles-dealt"][id];
    if (!dealt || view.tiles[id]) return view;
    const { [id]: _, ...others } = view["tiles-dealt"];
    const turn = count(told, "turn");
    const none = { n: 0 };
    const laid: TileView = {
      east: count(told, "east"), north: count(told, "north"), turn, poppy: dealt.poppy, roads: turnedRoads(dealt.roads, turn),
      control: "nobody", schools: 0, forts: 0, units: {}, moved: {}, discs: { coalition: none, taliban: none },
    };
    const then = { ...view, tiles: { ...view.tiles, [id]: laid }, "tiles-dealt": others };
    return onSide(then, word(told, "side"), (before) => ({ "tiles-in-hand": before["tiles-in-hand"].filter((one) => one !== id) }));
  },
  board: (view, told) =>
    onSide(view, word(told, "side"), (before) => {
      const [op, level] = [word(told, "operation") as Operation, count(told, "level")];
      const there = (Object.keys(before.levels) as Operation[]).find((one) => before.levels[one] === level);
      const swap = (levels: Record<Operation, number>) => ({ ...levels, ...(there && { [there]: levels[op] }), [op]: level });
      return { levels: swap(before.levels), "levels-now": swap(before["levels-now"]) };
    }),
  month: (view, told) => ({ ...view, month: word(told, "month"), event: null }),
  event: (view, told) => ({ ...view, event: count(told, "event") }),
  placed: (view, told) => supply(units(view, word(told, "tile"), word(told, "unit"), count(told)), word(told, "unit"), -count(told)),
  removed: (view, told) => supply(units(view, word(told, "tile"), word(told, "unit"), -count(told)), word(told, "unit"), count(told)),
  moved: (view, told) =>
    units(units(view, word(told, "origin"), word(told, "unit"), -count(told)), word(told, "dest"), word(told, "unit"), count(told)),
  built: (view, told) =>
    onTile(view, word(told, "tile"), (before) => (word(told, "building") === "school" ? { schools: before.schools + 1 } : { forts: before.forts + 1 })),
  razed: (view, told) => onTile(view, word(told, "tile"), (before) => ({ forts: Math.max(0, before.forts - count(told)) })),
  control: (view, told) => onTile(view, word(told, "tile"), () => ({ control: word(told, "winner") as TileView["control"] })),
  "drew-discs": (view, told) =>
    onSide(view, word(told, "side"), (before) => ({ bag: before.bag - count(told), ...(typeof before.drawn === "number" && { drawn: before.drawn + count(told) }) })),
  disc: (view, told) => {
    const [side, face] = [word(told, "side"), word(told, "face")];
    const then = discs(view, word(told, "tile"), side, (before) =>
      before.faction !== undefined && face in before ? { ...before, n: before.n + 1, [face]: (before[face as Face] ?? 0) + 1 } : { ...before, n: before.n + 1 },
    );
    return onSide(then, side, (before) => (typeof before.drawn === "number" ? { drawn: Math.max(0, before.drawn - 1) } : {}));
  },
  "turned-up": (view, told) => {
    const faces = (side: string, faction: string, neutral: string) => (then: ZurmatView) =>
      discs(then, word(told, "tile"), side, () => ({ n: count(told, faction) + count(told, neutral), faction: count(told, faction), neutral: count(told, neutral) }));
    return faces("taliban", "tf", "tn")(faces("coalition", "cf", "cn")(view));
  },
  returned: (view, told) => discs(view, word(told, "tile"), word(told, "side"), (before) => fewer(before, word(told, "face"), count(told))),
  caravan: (view, told) => {
    const side = word(told, "side");
    return discs(discs(view, word(told, "origin"), side, ({ n }) => ({ n: n - 1 })), word(told, "dest"), side, ({ n }) => ({ n: n + 1 }));
  },
  "drew-card": (view, told) =>
    onSide(view, word(told, "side"), (before) => ({
      deck: before.deck - 1,
      hand: typeof before.hand === "number" ? before.hand + 1 : word(told, "card") === "unseen" ? before.hand : [...before.hand, word(told, "card")],
    })),
  played: (view, told) =>
    onSide(view, word(told, "side"), (before) => {
      const card = word(told, "card");
      const at = Array.isArray(before.hand) ? before.hand.indexOf(card) : -1;
      return {
        hand: typeof before.hand === "number" ? before.hand - 1 : before.hand.filter((_, place) => place !== at),
        spent: { ...before.spent, [card]: (before.spent[card] ?? 0) + 1 },
      };
    }),
  completed: (view, told) =>
    onSide(view, word(told, "side"), (before) => ({ completed: { ...before.completed, [word(told, "operation")]: count(told) } })),
  roadblock: (view, told) => ({ ...view, roadblock: [word(told, "origin"), word(told, "dest")] }),
  "roadblock-cleared": (view) => ({ ...view, roadblock: [] }),
  points: (view, told) => onSide(view, word(told, "side"), () => ({ points: count(told) })),
};

function turnedRoads(roads: readonly string[], turn: number): string[] {
  return roads.map((road) => [...road].map((edge) => ("NESW".indexOf(edge) + turn / 90) % 4).sort().map((at) => "NESW"[at]!).join(""));
}

export const after = (view: ZurmatView, event: Told): ZurmatView => APPLIED[event.kind]?.(view, event.told) ?? view;

export function movesOf({ kind, told }: Told): Move[] {
  if (kind === "moved") return [{ from: word(told, "origin"), to: word(told, "dest"), piece: word(told, "unit"), count: count(told) }];
  if (kind === "caravan") return [{ from: word(told, "origin"), to: word(told, "dest"), piece: `disc-${word(told, "side")}`, count: 1 }];
  return [];
}

/** Dice are shown with their faces in the battle panel; none lie beside it. */
export const diceOf = (): Die[] => [];

export function lightsOf(events: readonly Told[], view: ZurmatView): Lit {
  const lit = dark();
  for (const { told } of events) {
    for (const key of ["tile", "origin", "dest"]) {
      const tile = told[key];
      if (typeof tile === "string" && tile in view.tiles) lit.spaces.set(tile, "told");
    }
  }
  return lit;
}

const HEADS: ReadonlySet<string> = new Set(["tile", "board", "month", "event", "drew-discs", "operation"]);
/** The five levels of a side's board are one turn. */
export const isHead = ({ kind, step }: Told, before: Told | undefined): boolean => HEADS.has(kind) && (kind !== before?.kind || step !== before.step);

export const isBeat = (event: Told, before: Told | undefined): boolean =>
  !before || event.kind !== before.kind || event.told["tile"] !== before.told["tile"] || event.kind === "rolled" || event.kind === "moved";

export function seatOf({ told }: Told, names: Names): string | null {
  const side = told["side"];
  return typeof side === "string" && names.seats.includes(side) ? side : null;
}

const WEIGHTS: Record<string, number> = {
  rolled: 1.6, declared: 1.8, event: 1.5, month: 1.2, dealt: 0.15, lies: 0.3, board: 0.4, "drew-card": 0.4, returned: 0.6,
};
/** Discs that are turned up want their time, one after the other. */
export const weight = ({ kind, told }: Told): number =>
  kind === "turned-up" ? 1 + ["cf", "cn", "tf", "tn"].reduce((sum, face) => sum + count(told, face), 0) / 2 : (WEIGHTS[kind] ?? 1);
