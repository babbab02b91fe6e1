// Le parole della mappa disegnata, in italiano.

import type { Entry } from "./en";
import type { boardEn } from "./board.en";

export const boardIt: Record<keyof typeof boardEn, Entry> = {
  "board.map": "Mappa dell'Afghanistan: le frecce passano da uno spazio all'altro, Invio sceglie",
  "board.loading": "La mappa viene disegnata…",
  "board.failed": "Non è stato possibile caricare la mappa.",
  "board.zoom-in": "Più vicino",
  "board.zoom-out": "Più lontano",
  "board.zoom-all": "Tutta la mappa",
  "board.city": "Città",
  "board.pakistan": "Spazio del Pakistan",
  "board.loc": "Linea di comunicazione (LoC), Econ. {n}",
  "board.mountain": "Provincia di montagna",
  "board.mountain-pashtun": "Provincia di montagna, pashtun",
  "board.plains": "Provincia di pianura",
  "board.plains-pashtun": "Provincia di pianura, pashtun",
  "board.population": "Popolazione {n}",
  "board.terror": { one: "{n} segnalino Terrore", other: "{n} segnalini Terrore" },
  "board.returnees": "Rimpatriati (+1 Popolazione)",
  "board.sabotage": "Sabotaggio",
  "board.no-pieces": "nessun pezzo",
};
