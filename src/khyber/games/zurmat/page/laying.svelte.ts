// What a player has picked up and not yet put down: a group of units, a tile with its rotation, the face of a disc, Objectives.

import type { Question } from "$web/src/lib/contract";
import { cellKey, cellOf, turned, type Cell } from "./tiles";
import type { Plan } from "./plan";
import type { DealtTile, Face, ZurmatView } from "./view";

export class Laying {
  plan = $state.raw<Plan | null>(null);
  /** The place where the tile would go, and its rotation. */
  cell = $state.raw<Cell | null>(null);
  turn = $state(0);
  /** The disc that goes onto the next tiles. */
  face = $state<Face | null>(null);
  /** Objectives to keep. */
  kept = $state.raw<readonly string[]>([]);
  private asked = "";

  /** Another question: what does not belong to it is put back. */
  heard(question: Question | null): void {
    const { ask = "", about = {} } = question ?? {};
    const now = `${question?.seat} ${ask} ${JSON.stringify(about)} ${question?.options?.length}`;
    if (now === this.asked) return;
    this.asked = now;
    this.plan = null;
    this.kept = [];
    if (ask === "tile-turn") this.cell = { east: Number(about["east"]), north: Number(about["north"]) };
    else {
      this.cell = null;
      this.turn = 0;
    }
    if (ask !== "place-disc" && ask !== "which-disc") this.face = null;
  }

  /** The next rotation that looks different. */
  rotate(tile: DealtTile): void {
    const { turns } = tile;
    this.turn = turns[(turns.indexOf(this.turn) + 1) % turns.length] ?? 0;
  }
}

/** The tile that is being placed; null outside that question. */
export function placing(question: Question | null, view: ZurmatView): { id: string; tile: DealtTile } | null {
  if (question?.ask !== "tile-place" && question?.ask !== "tile-turn") return null;
  const id = String(question.about?.["tile"]);
  const tile = view["tiles-dealt"][id];
  return tile ? { id, tile } : null;
}

/** The places that a question offers for a tile. */
export const openCells = (question: Question | null): { key: string; cell: Cell }[] =>
  question?.ask !== "tile-place" ? [] : (question.options ?? []).flatMap(({ key }) => {
    const cell = cellOf(key);
    return cell ? [{ key, cell }] : [];
  });

/** The answers that put the tile down. */
export function laid(question: Question, laying: Laying): string[] {
  const turn = String(laying.turn);
  if (question.ask === "tile-turn") return [turn];
  const place = openCells(question).find(({ cell }) => laying.cell && cellKey(cell) === cellKey(laying.cell));
  return place ? [place.key, turn] : [];
}

export const roadsOf = (tile: DealtTile, turn: number): string[] => turned(tile.roads, turn);
