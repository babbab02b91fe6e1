// Printed facts of games, from the server: loaded with a game's board, before anything is drawn.

import type { JsonObject } from "./contract";

const known = new Map<string, JsonObject>();

export function keepFacts(game: string, facts: JsonObject): void {
  known.set(game, facts);
}

export function factsOf(game: string): JsonObject {
  const found = known.get(game);
  if (!found) throw new Error(`the facts of ${game} are not loaded`);
  return found;
}
