// Importing a record or a position. A position's warnings are shown before it becomes a table.

import type { PositionChecked, TableMade } from "../lib/contract";

/** The part of the server that an import needs. */
export interface Imports {
  checkPosition: (game: string, text: string, lang: string) => Promise<PositionChecked>;
  bringIn: (text: string, name: string, game: string | null) => Promise<TableMade>;
}

/** Text to import: a record, or a position, of `game` if it names none; `warned` once its warnings were shown. */
export interface Wanted {
  text: string;
  name: string;
  game: string;
  lang: string;
  warned: boolean;
}

/** The game of a position; null for a record, which the server reads itself. */
export function gameOf(text: string, otherwise: string): string | null {
  if (text.trimStart().startsWith("{")) return null;
  return /^[ \t]*game[ \t]*=[ \t]*["']([\w-]+)["']/m.exec(text)?.[1] ?? otherwise;
}

/** Import the text and return its table; or, unless they have been shown already, return its warnings and import nothing. */
export async function importing(server: Imports, wanted: Wanted): Promise<{ table: string } | { warnings: string[] }> {
  const game = gameOf(wanted.text, wanted.game);
  if (game !== null && !wanted.warned) {
    const { warnings } = await server.checkPosition(game, wanted.text, wanted.lang);
    if (warnings.length) return { warnings };
  }
  return { table: (await server.bringIn(wanted.text, wanted.name, game)).id };
}
