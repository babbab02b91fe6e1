// Which board a game has. Each is loaded with the first table that needs it.

import { api } from "../lib/api";
import { keepFacts } from "../lib/facts";
import type { GameBoard } from "./contract";

/** Games with a board of their own; the others get the generic one. */
const OWN: Record<string, () => Promise<{ board: unknown }>> = {
  "distant-plain": () => import("./distant-plain"),
  "enduring-freedom": () => import("./enduring-freedom"),
  zurmat: () => import("./zurmat"),
};

export async function boardOf(game: string): Promise<GameBoard> {
  const [{ board }, facts] = await Promise.all([OWN[game]?.() ?? import("./generic"), api.facts(game)]);
  keepFacts(game, facts);
  // a board reads views of its own type, and no others come to it
  return board as GameBoard;
}
