// Words of the drawn board, in English.

import type { Entry } from "./en";

export const boardEn = {
  "board.map": "Map of Afghanistan: arrow keys go from space to space, Enter picks",
  "board.loading": "The map is being drawn…",
  "board.failed": "The map could not be loaded.",
  "board.zoom-in": "Closer",
  "board.zoom-out": "Farther",
  "board.zoom-all": "Whole map",
  "board.city": "City",
  "board.pakistan": "Pakistan space",
  "board.loc": "Line of Communication, Econ {n}",
  "board.mountain": "Mountain Province",
  "board.mountain-pashtun": "Mountain Province, Pashtun",
  "board.plains": "Plains Province",
  "board.plains-pashtun": "Plains Province, Pashtun",
  "board.population": "Population {n}",
  "board.terror": { one: "{n} Terror marker", other: "{n} Terror markers" },
  "board.returnees": "Returnees (+1 Population)",
  "board.sabotage": "Sabotage",
  "board.no-pieces": "no pieces",
} satisfies Record<string, Entry>;
