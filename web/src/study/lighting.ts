// What lines of the log show on the map: the spaces, pieces and tracks that they tell of, moves and dice.

import type { Told } from "../lib/contract";
import type { Die, Lit, Move } from "../boards/contract";

const PLACES = ["space", "origin", "dest"] as const;
const TRACKS: ReadonlySet<string> = new Set(["aid", "patronage", "islamabad"]);

/** What a line, or an answer, is about. */
type Telling = Pick<Told, "kind" | "told">;

const text = (event: Telling, name: string): string | null => {
  const value = event.told[name];
  return typeof value === "string" ? value : null;
};

const count = (event: Telling, name: string): number | null => {
  const value = event.told[name];
  return typeof value === "number" ? value : null;
};

/** What these lines tell of. */
export function litBy(events: readonly Telling[]): Lit {
  const lit: Lit = { spaces: new Map(), pieces: new Map(), tracks: new Set() };
  for (const event of events) {
    const piece = text(event, "piece");
    for (const place of PLACES) {
      const space = text(event, place);
      if (space === null) continue;
      lit.spaces.set(space, "told");
      if (piece !== null) lit.pieces.set(space, new Set([...(lit.pieces.get(space) ?? []), piece]));
    }
    if (TRACKS.has(event.kind)) lit.tracks.add(event.kind);
    const seats = event.kind === "resources" || event.kind === "gave" ? [text(event, "faction"), text(event, "to")] : [];
    for (const seat of seats) if (seat !== null) lit.tracks.add(`resources.${seat}`);
  }
  return lit;
}

/** Whether a line tells of something that can be shown on the map. */
export function lights(event: Told): boolean {
  const { spaces, tracks } = litBy([event]);
  return spaces.size + tracks.size > 0;
}

/** Pieces that went from one place to another. Of a whole turn only those on the map: with the boxes it would be a thicket. */
export function movesOf(events: readonly Told[], boxes: boolean): Move[] {
  return events.flatMap((event) => {
    if (!boxes && event.kind !== "moved") return [];
    const [piece, n] = [text(event, "piece"), count(event, "n")];
    const [from, to] =
      event.kind === "moved" ? [text(event, "origin"), text(event, "dest")]
      : event.kind === "placed" ? ["available", text(event, "space")]
      : event.kind === "removed" ? [text(event, "space"), "available"]
      : event.kind === "casualties" || event.kind === "out-of-play" ? [text(event, "space"), event.kind]
      : [null, null];
    return piece !== null && n !== null && from !== null && to !== null ? [{ from, to, piece, count: n }] : [];
  });
}

/** Dice that were rolled. */
export function diceOf(events: readonly Told[]): Die[] {
  return events.flatMap((event) => {
    const value = count(event, "die");
    return value === null ? [] : [{ value, text: event.text }];
  });
}
