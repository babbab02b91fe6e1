// Which board a game has. Each is loaded with the first table that needs it.

import { api } from "../lib/api";
import { keepFacts } from "../lib/facts";
import type { GameBoard } from "./contract";

type Loader = () => Promise<{ board: unknown }>;

/** Boards of games by id: the folder `page` of each game that has one; the others get the generic board. */
const OWN = new Map(
  Object.entries(import.meta.glob<{ board: unknown }>("../../../src/khyber/games/*/page/index.ts")).map(([path, load]): [string, Loader] => [idOf(path), load]),
);

/** The id of a game from the path of a file in its folder. */
function idOf(path: string): string {
  return /games\/([^/]+)/.exec(path)![1]!.replaceAll("_", "-");
}

export async function boardOf(game: string): Promise<GameBoard> {
  const [{ board }, facts] = await Promise.all([OWN.get(game)?.() ?? import("./generic"), api.facts(game)]);
  keepFacts(game, facts);
  // a board reads views of its own type, and no others come to it
  return board as GameBoard;
}
