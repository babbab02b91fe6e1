// Texts with what can be followed in them: numbers of rules, and words that were sought.

import { plainLetters } from "../lib/options";

export interface Part {
  text: string;
  /** The rule that this is the number of. */
  rule?: string;
  /** Whether this was sought. */
  sought?: boolean;
}

const NUMBER = /(?:2nd:)?\d+(?:\.\d+)+/g;

/** A text cut where something was found in it. */
function cut(text: string, found: Iterable<RegExpExecArray>, made: (text: string) => Part): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { index, 0: { length } } of found) {
    if (index > at) parts.push({ text: text.slice(at, index) });
    at = index + length;
    parts.push(made(text.slice(index, at)));
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** A text cut where it mentions a rule that is there. */
export const withRules = (text: string, known: ReadonlySet<string>): Part[] =>
  cut(text, [...text.matchAll(NUMBER)].filter(([rule]) => known.has(rule)), (rule) => ({ text: rule, rule }));

const wordsOf = (text: string): string[] => plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Cards in whose title, group or facts every word sought begins a word. */
export function soughtCards<One extends { title: string; group: string; facts: string }>(cards: readonly One[], sought: string): One[] {
  const words = wordsOf(sought);
  const named = (card: One): boolean => {
    const own = wordsOf(`${card.title} ${card.group} ${card.facts}`);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  };
  return words.length ? cards.filter(named) : [];
}

/** A text cut where a word begins like one that was sought. */
export function withSought(text: string, sought: string): Part[] {
  const words = wordsOf(sought);
  if (!words.length) return [{ text }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})`, "gu");
  return cut(text, plainLetters(text).matchAll(pattern), (word) => ({ text: word, sought: true }));
}
