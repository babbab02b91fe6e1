// Finding one's way in a list of options.

import type { OptionText } from "./contract";

const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

/** Options with all the words typed, anywhere in their text or key; those that begin with them first. */
export function matching(options: readonly OptionText[], typed: string): OptionText[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const scored = options.flatMap((option, at) => {
    const text = folded(`${option.text} ${option.key}`);
    if (!words.every((word) => text.includes(word))) return [];
    const first = words[0]!;
    const rank = text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
    return [{ option, rank, at }];
  });
  return scored.sort((a, b) => a.rank - b.rank || a.at - b.at).map((found) => found.option);
}

/** Whether the options are so short that they fit side by side. */
export const compact = (options: readonly OptionText[]): boolean =>
  options.length > 2 && options.every((option) => option.text.length <= 22);

export const FILTER_FROM = 8;
