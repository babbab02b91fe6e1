// Texts with what can be followed in them: numbers of rules, and words that were sought.

export interface Part {
  text: string;
  /** The rule that this is the number of. */
  rule?: string;
  /** Whether this was sought. */
  sought?: boolean;
}

const NUMBER = /(?:2nd:)?\d+(?:\.\d+)+/g;

/** A text cut where it mentions a rule that is there. */
export function withRules(text: string, known: ReadonlySet<string>): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(NUMBER)) {
    if (!known.has(found[0])) continue;
    if (found.index > at) parts.push({ text: text.slice(at, found.index) });
    parts.push({ text: found[0], rule: found[0] });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** Small letters without accents, one for one, as the server compares. */
export function plainLetters(text: string): string {
  return [...text].map((letter) => letter.toLowerCase().normalize("NFD").charAt(0)).join("");
}

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
  const parts: Part[] = [];
  let at = 0;
  for (const found of plainLetters(text).matchAll(pattern)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index) });
    at = found.index + found[0].length;
    parts.push({ text: text.slice(found.index, at), sought: true });
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
