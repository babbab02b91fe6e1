// Le parole per ciò che i giocatori si chiedono: annullare, lasciar giocare un bot.

import type { Entry } from "./en";
import type { peopleEn } from "./people.en";

export const peopleIt: Record<keyof typeof peopleEn, Entry> = {
  "undo.title": "Annullare la tua ultima scelta?",
  "undo.title-ask": "Chiedere di annullare?",
  "undo.takes": "Verranno annullati:",
  "undo.choices": { one: "{seat}: {n} scelta", other: "{seat}: {n} scelte" },
  "undo.choices-bot": { one: "{seat} (bot): {n} scelta, da rifare", other: "{seat} (bot): {n} scelte, da rifare" },
  "undo.redrawn": { one: "{n} tiro o pescata, da rifare", other: "{n} tiri e pescate, da rifare" },
  "undo.known": { one: "{n} rivelazione, che ormai conosci", other: "{n} rivelazioni, che ormai conosci" },
  "undo.log": { one: "{n} voce del registro", other: "{n} voci del registro" },
  "undo.marks": "Partita e risultato porteranno la nota «con sorte annullata».",
  "undo.wanted": "{seat} chiede di annullare la propria ultima scelta.",
  "undo.tab": "↶ Annullare? – {name}",
  "undo.chance": "Con sorte annullata",
  "undo.chance-why": "Sono stati annullati e rifatti tiri, pescate o scelte dei bot.",
};
