// Saying a key in a language: slots in braces, one and other by `n`.

import { en, type Entry, type Key } from "./en";

export type { Key } from "./en";

export const LANGUAGES = ["en", "it"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", it: "Italiano" };

type Catalogue = Record<Key, Entry>;
/** English comes with the page; other languages are loaded when they are chosen. */
const LOADERS: Record<Exclude<Language, "en">, () => Promise<Catalogue>> = {
  it: async () => (await import("./it")).it,
};
const loaded: Partial<Record<Language, Catalogue>> = { en };

export async function load(language: Language): Promise<Catalogue> {
  return (loaded[language] ??= language === "en" ? en : await LOADERS[language]());
}

export type Params = Record<string, string | number>;

export function say(language: Language, key: Key, params: Params = {}): string {
  const entry = (loaded[language] ?? en)[key];
  const sentence = typeof entry === "string" ? entry : params["n"] === 1 ? entry.one : entry.other;
  return sentence.replace(/\{([a-z]+)\}/g, (slot, name: string) => {
    const value = params[name];
    return value === undefined ? slot : typeof value === "number" ? number(value) : value;
  });
}

/** A number with a proper minus sign; a word as it is. */
export function number(value: number | string): string {
  return typeof value === "number" && value < 0 ? `−${-value}` : String(value);
}

/** The language to begin with: the one chosen before, else the first that the browser likes, else English. */
export function firstLanguage(chosen: string | null, liked: readonly string[]): Language {
  for (const wanted of [chosen ?? "", ...liked]) {
    const found = LANGUAGES.find((language) => wanted.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

/** The page's language with the region of the browser, where it has one: 21:05 in en-GB, 9:05 PM in en-US. */
export function regional(language: Language, liked: readonly string[]): string {
  return liked.find((wanted) => wanted.toLowerCase().split("-")[0] === language) ?? language;
}

export function isKey(key: string): key is Key {
  return key in en;
}
