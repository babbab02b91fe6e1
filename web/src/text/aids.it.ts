// Parole degli aiuti, delle regole da cercare e della prima partita, in italiano.

import type { aidsEn } from "./aids.en";
import type { Entry } from "./en";

export const aidsIt: Record<keyof typeof aidsEn, Entry> = {
  "aids.read": "Aiuto",
  "aids.rules": "Regole",
  "aids.rules-of": "Regole di {game}",
  "aids.rules-titled": "Tutte le regole con parole nostre, sotto i titoli del regolamento. Non sostituiscono il regolamento.",
  "aids.rules-text": "Tutte le regole con parole nostre, sotto i numeri del regolamento. Non sostituiscono il regolamento.",
  "aids.search": "Cerca nelle regole",
  "aids.search-words": "Parole, per esempio di un titolo",
  "aids.search-hint": "Parole, o un numero come {rule}",
  "aids.found": { one: "{n} regola", other: "{n} regole" },
  "aids.found-cards": "Carte e dadi",
  "aids.found-terms": "Nel glossario",
  "aids.glossary": "Glossario",
  "aids.glossary-text": "Ogni pezzo, segnalino, casella, tracciato e termine in una frase.",
  "aids.in-rules": "Nelle regole",
  "aids.nothing": "Nessun risultato. Prova con meno parole, o più corte.",
  "aids.aid": "Aiuto di fazione",
  "aids.my-aid": "Aiuto di fazione: {seat}",
  "aids.factions": "Fazioni",
  "aids.print": "Stampa",
  "aids.first-game": "La tua prima partita",
  "aids.first-game-of": "{game}: una prima partita",
  "aids.first-game-text": "{game} in poche scelte guidate.",
  "aids.step": "Passo {n} di {of}",
  "aids.look": "Guarda che cosa fanno gli altri. La guida prosegue al tuo prossimo turno.",
  "aids.do": "Fallo per me",
  "aids.leave": "Chiudi la guida",
  "aids.alone": "Continua",
  "aids.strayed": "Hai lasciato la guida. Continua, o ricominciala.",
  "aids.again": "Ricomincia",
};
