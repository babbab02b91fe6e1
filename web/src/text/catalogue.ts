// Saying a key in a language: slots in braces, one and other by `n`.

import { en, type Entry } from "./en";

/** The words of games: each adds its own in its `page/text.en.ts`. */
export interface GameWords {}
export type Key = keyof typeof en | keyof GameWords;

export const LANGUAGES = ["en", "it"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", it: "Italiano" };

export type Words = Readonly<Record<string, Entry>>;
/** Loads words in a language. */
export type Source = (language: Language) => Promise<Words>;

/** The page's own words: English comes with it; other languages are loaded when they are chosen. */
const OWN: Source = async (language) => (language === "en" ? en : (await import("./it")).it);
/** Where words come from: the page, and by id the games that were opened. */
const sources = new Map([["", OWN]]);
const loaded: Record<Language, Record<string, Entry>> = { en: { ...en }, it: {} };
/** The languages chosen so far: what is added later is loaded in all of them, so that no words are missing in between. */
const inUse = new Set<Language>();

async function loadFrom(source: Source, language: Language): Promise<void> {
  Object.assign(loaded[language], await source(language));
}

/** Load all words in a language. */
export async function load(language: Language): Promise<void> {
  inUse.add(language);
  await Promise.all([...sources.values()].map((source) => loadFrom(source, language)));
}

/** Add the words of a game. */
export async function addWords(game: string, source: Source): Promise<void> {
  sources.set(game, source);
  await Promise.all([...inUse].map((language) => loadFrom(source, language)));
}

export type Params = Record<string, string | number>;

export function say(language: Language, key: Key, params: Params = {}): string {
  const entry = loaded[language][key] ?? loaded.en[key] ?? key;
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
  return LANGUAGES.some((language) => key in loaded[language]);
}
