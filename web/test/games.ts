// The words and the printed facts in the games' folders, by the games' ids.

import type { JsonObject } from "../src/lib/contract";
import type { Language, Words } from "../src/text/catalogue";

const WORDS_AT = import.meta.glob<Words>("../../src/khyber/games/*/page/text.*.ts", { eager: true, import: "words" });
const FACTS_AT = import.meta.glob<JsonObject>("../../src/khyber/games/*/page/facts.json", { eager: true, import: "default" });

const gameAt = (path: string): string => /\/games\/(\w+)\//.exec(path)![1]!.replaceAll("_", "-");

export const FACTS: Record<string, JsonObject> = Object.fromEntries(Object.entries(FACTS_AT).map(([path, facts]) => [gameAt(path), facts]));

export const WORDS: Record<string, Record<Language, Words>> = {};
for (const [path, words] of Object.entries(WORDS_AT)) {
  const language = /\.(\w+)\.ts$/.exec(path)![1]! as Language;
  (WORDS[gameAt(path)] ??= { en: {}, it: {} })[language] = words;
}
