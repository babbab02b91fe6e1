// Finding one's way in a list of options.

import type { OptionText } from "./contract";

/** Small letters without accents, one for one, as the server compares. */
export function plainLetters(text: string): string {
  return [...text].map((letter) => letter.toLowerCase().normalize("NFD").charAt(0)).join("");
}

/** Options with all the words typed, anywhere in their text or key; those that begin with them first. */
export function matching(options: readonly OptionText[], typed: string): OptionText[] {
  const words = plainLetters(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const scored = options.flatMap((option, at) => {
    const text = plainLetters(`${option.text} ${option.key}`);
    if (!words.every((word) => text.includes(word))) return [];
    const first = words[0]!;
    const rank = text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
    return [{ option, rank, at }];
  });
  return scored.sort((a, b) => a.rank - b.rank || a.at - b.at).map((found) => found.option);
}

/** Longer texts stand side by side only where there are many, and over two lines. */
const [SHORT, MANY, HALF] = [22, 12, 16];

/** The letters that a column must hold for options to stand side by side, no word of them broken; null: each has a line. */
export function columnOf(options: readonly OptionText[]): number | null {
  const long = options.some(({ text }) => text.length > SHORT);
  if (options.length <= 2 || (long && options.length < MANY)) return null;
  const words = options.flatMap(({ text }) => text.split(/[\s-]+/).map((word) => word.length));
  return Math.max(...words, long ? HALF : 0);
}

export const FILTER_FROM = 8;
