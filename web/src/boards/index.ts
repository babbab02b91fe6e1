// What the games' folders hold for the page. A board and its words are loaded with the first table that needs them.

import type { Component } from "svelte";
import { api } from "../lib/api";
import { keepFacts } from "../lib/facts";
import { addWords, type Words } from "../text/catalogue";
import type { GameBoard } from "./contract";

const BOARDS = import.meta.glob<{ board: unknown }>("../../../src/khyber/games/*/page/index.ts");
const ICONS = import.meta.glob<{ default: Component<{ piece: string }> }>("../../../src/khyber/games/*/page/Icon.svelte");
const WORDS = import.meta.glob<{ words: Words }>("../../../src/khyber/games/*/page/text.*.ts");

/** A file of a game's page: folders have underscores where ids have hyphens. */
const at = (game: string, file: string): string => `../../../src/khyber/games/${game.replaceAll("-", "_")}/page/${file}`;

/** The board of a game: its own, else the generic one. */
export async function boardOf(game: string): Promise<GameBoard> {
  const load = BOARDS[at(game, "index.ts")] ?? (() => import("./generic"));
  const words = addWords(game, async (language) => (await WORDS[at(game, `text.${language}.ts`)]?.())?.words ?? {});
  const [{ board }, facts] = await Promise.all([load(), api.facts(game), words]);
  keepFacts(game, facts);
  // a board reads views of its own type, and no others come to it
  return board as GameBoard;
}

/** The component that draws a piece within a line of text, if the game has one. */
export async function iconOf(game: string): Promise<Component<{ piece: string }> | null> {
  return (await ICONS[at(game, "Icon.svelte")]?.())?.default ?? null;
}
