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
  "seat.bot-title": "Far giocare un bot per: {seat}?",
  "seat.bot-sure-here": "{who} è in linea: riceverà un avviso e avrà un minuto per opporsi; poi gioca {bot}.",
  "seat.bot-sure-away": "{who} non è in linea: {bot} gioca da subito, finché il posto non viene ripreso.",
  "seat.bot-go": "Fai giocare un bot",
  "seat.bot-wanted": {
    one: "{who} vuole che un bot ({bot}) giochi al tuo posto ({seat}) tra {n} secondo.",
    other: "{who} vuole che un bot ({bot}) giochi al tuo posto ({seat}) tra {n} secondi.",
  },
  "seat.bot-stay": "Sto ancora giocando",
  "seat.bot-waiting": { one: "{bot} gioca tra {n} secondo, se {who} non si oppone", other: "{bot} gioca tra {n} secondi, se {who} non si oppone" },
  "seat.bot-stayed": "{who} gioca ancora: {seat} non passa a un bot.",
  "seat.bot-tab": "Giochi ancora? – {name}",
};
