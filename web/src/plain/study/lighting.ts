// What a line of the log lights up on the map: the spaces, pieces and tracks that it tells of.

import type { Told } from "../../lib/contract";

export interface Mentioned {
  spaces: Set<string>;
  pieces: Map<string, Set<string>>;
  tracks: Set<string>;
}

const PLACES = ["space", "origin", "dest"] as const;
const TRACKS = new Set(["aid", "patronage", "islamabad"]);

/** What these lines tell of. */
export function mentioned(events: readonly Told[]): Mentioned {
  const found: Mentioned = { spaces: new Set(), pieces: new Map(), tracks: new Set() };
  for (const { kind, told } of events) {
    const piece = told["piece"];
    for (const place of PLACES) {
      const space = told[place];
      if (typeof space !== "string") continue;
      found.spaces.add(space);
      if (typeof piece === "string") found.pieces.set(space, new Set([...(found.pieces.get(space) ?? []), piece]));
    }
    if (TRACKS.has(kind)) found.tracks.add(kind);
    if (kind === "resources" || kind === "gave") {
      for (const name of ["faction", "to"]) {
        const seat = told[name];
        if (typeof seat === "string") found.tracks.add(`resources.${seat}`);
      }
    }
  }
  return found;
}

/** Whether a line tells of something that can be shown on the map. */
export const lights = (event: Told): boolean => {
  const { spaces, tracks } = mentioned([event]);
  return spaces.size + tracks.size > 0;
};
