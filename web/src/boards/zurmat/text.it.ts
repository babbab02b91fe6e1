// Words of Zurmat's board, in Italian.

import type { zurmatEn } from "./text.en";
import type { Entry } from "../../text/en";

export const zurmatIt: Record<keyof typeof zurmatEn, Entry> = {
  "zurmat.map": "Mappa di Zurmat: frecce per spostarsi tra le tessere, Invio per scegliere",
  "zurmat.tray": "In mano",
  "zurmat.calendar": "Calendario",
  "zurmat.cards": "Carte",
  "zurmat.on-map": "Scegli sulla mappa.",
  "zurmat.next-to": "Posto accanto a {tiles}",
  "zurmat.where": "Scegli un posto sulla mappa.",
  "zurmat.rotate": "Ruota",
  "zurmat.turn-it": "Clic sulla tessera o tasto R per ruotarla.",
  "zurmat.lay": "Piazza la tessera",
  "zurmat.disc-which": "Scegli un disco o una tessera.",
  "zurmat.disc-where": "Scegli la sua tessera.",
  "zurmat.lift": "Clic sulle unità per prenderle, poi su una tessera.",
  "zurmat.lifted": "{what}: scegli una tessera evidenziata.",
  "zurmat.finish": "Fine della Pattuglia",
  "zurmat.level": "Quale Operazione va sotto il livello {n}?",
  "zurmat.left": { one: "ne resta {n}", other: "ne restano {n}" },
  "zurmat.left-move": "restano {n} unità, {steps} tessere",
  "zurmat.keep-two": "Due Obiettivi da tenere",
  "zurmat.battle": "Battaglia su {tile}",
  "zurmat.ied": "IED su {tile}",
  "zurmat.declares": "Dichiarazione di {tile}",
  "zurmat.loyalty": "Lealtà {n}",
  "zurmat.losses": "Perdite:",
  "zurmat.saved": { one: "{n} salvata", other: "{n} salvate" },
  "zurmat.hit": "Colpo",
  "zurmat.block": "Blocco",
  "zurmat.blank": "Vuoto",
  "zurmat.in-hand": { one: "{n} carta", other: "{n} carte" },
  "zurmat.in-hand-short": { one: "{n} carta", other: "{n} carte" },
};
