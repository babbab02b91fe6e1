// What there is to read about a game, asked of the server: rules searched, aids, the glossary, the first game.

import { ask } from "../lib/api";
import type {
  AidLineReply as AidLine,
  AidReply as Aid,
  FoundRule,
  TermReply as GlossaryTerm,
  TutorialReply as TutorialTold,
  TutorialStepReply as TutorialStep,
} from "../../contract/messages";

export type { Aid, AidLine, FoundRule, GlossaryTerm, TutorialStep, TutorialTold };

export const reading = {
  rules: (game: string, lang: string, q = "") =>
    ask<{ rules: FoundRule[] }>("GET", `rules/${game}`, undefined, q ? { lang, q } : { lang }).then((told) => told.rules),
  aid: (game: string, seat: string, lang: string) => ask<Aid>("GET", `aids/${game}/${seat}`, undefined, { lang }),
  glossary: (game: string, lang: string) =>
    ask<{ terms: GlossaryTerm[] }>("GET", `glossary/${game}`, undefined, { lang }).then((told) => told.terms),
  tutorial: (game: string, lang: string) => ask<TutorialTold>("GET", `tutorials/${game}`, undefined, { lang }),
  begin: (game: string, lang: string) => ask<{ id: string }>("POST", `tutorials/${game}`, undefined, { lang }),
};

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
