// An aid's lines as they are read on paper.

import type { AidLine } from "../lib/contract";

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
