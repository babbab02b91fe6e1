// What there is to read about a game, asked of the server: rules searched, aids, the glossary, the first game.

import { ask } from "../lib/api";
import type { PrintedTable } from "../lib/contract";

export interface FoundRule {
  number: string;
  title: string;
  text: string;
  snippet: string;
  tables: PrintedTable[];
}

export interface AidLine {
  id: string;
  label: string;
  text: string;
  pieces: { id: string; name: string }[];
}

export interface AidSection {
  id: string;
  group: string;
  title: string;
  rule: string;
  lines: AidLine[];
}

export interface Aid {
  seat: string;
  title: string;
  source: string;
  legend: string;
  groups: { id: string; title: string }[];
  sections: AidSection[];
}

export interface GlossaryTerm {
  id: string;
  name: string;
  text: string;
  rule: string;
}

export interface TutorialStep {
  n: number;
  title: string;
  text: string;
  otherwise: string;
  ask: string;
  key: string;
  lights: string[];
}

export interface TutorialTold {
  seat: string;
  title: string;
  intro: string;
  end_title: string;
  end: string;
  steps: TutorialStep[];
}

export const reading = {
  rules: (game: string, lang: string, q = "") =>
    ask<{ rules: FoundRule[] }>("GET", `rules/${game}`, undefined, q ? { lang, q } : { lang }).then((told) => told.rules),
  aid: (game: string, seat: string, lang: string) => ask<Aid>("GET", `aids/${game}/${seat}`, undefined, { lang }),
  glossary: (game: string, lang: string) =>
    ask<{ terms: GlossaryTerm[] }>("GET", `glossary/${game}`, undefined, { lang }).then((told) => told.terms),
  tutorial: (game: string, lang: string) => ask<TutorialTold>("GET", `tutorials/${game}`, undefined, { lang }),
  begin: (game: string, lang: string) => ask<{ id: string }>("POST", `tutorials/${game}`, undefined, { lang }),
};

/** Games that have aids, a glossary and a first game; all have rules. */
export const WITH_AIDS: readonly string[] = ["distant-plain"];

/** Lines of a few words, which share a paragraph on paper. */
const BRIEF: ReadonlySet<string> = new Set(["purpose", "where", "cost", "with"]);

/** The lines of a section in paragraphs: brief ones that follow one another make one. */
export function paragraphs(lines: readonly AidLine[]): AidLine[][] {
  const made: AidLine[][] = [];
  for (const line of lines) {
    const last = made.at(-1);
    if (last?.[0] && BRIEF.has(line.id) && BRIEF.has(last[0].id)) last.push(line);
    else made.push([line]);
  }
  return made;
}
