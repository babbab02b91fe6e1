import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { firstLanguage, LANGUAGES, number, regional, say, type Language, type Words } from "../src/text/catalogue";
import { en, type Entry } from "../src/text/en";
import { it as italian } from "../src/text/it";
import { WORDS } from "./games";

const GAMES = join(import.meta.dirname, "../../src/khyber/games");
/** The catalogues of the page and of games, each with the folders of those who use its words. */
const CATALOGUES: [string, Record<Language, Words>, string[]][] = [
  ["the page", { en, it: italian }, [join(import.meta.dirname, "../src"), GAMES]],
  ...Object.entries(WORDS).map(([game, words]): [string, Record<Language, Words>, string[]] => [game, words, [join(GAMES, game.replaceAll("-", "_"), "page")]]),
];
const REFUSALS = join(import.meta.dirname, "../../src/khyber/server/errors.py");

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : /\.(svelte|ts)$/.test(name) ? [path] : [];
  });
}

const slots = (entry: Entry): string[][] =>
  (typeof entry === "string" ? [entry] : [entry.one, entry.other]).map((text) =>
    [...text.matchAll(/\{([a-z]+)\}/g)].map((found) => found[1]!).sort(),
  );

describe.each(CATALOGUES)("the catalogues of %s", (_, words, folders) => {
  it("have the same keys, the same forms and the same slots in every language", () => {
    for (const language of LANGUAGES) {
      const other = words[language];
      expect(Object.keys(other).sort()).toEqual(Object.keys(words.en).sort());
      for (const [key, entry] of Object.entries(words.en)) {
        expect(typeof other[key], key).toBe(typeof entry);
        expect(slots(other[key]!), `${language} ${key}`).toEqual(slots(entry));
      }
    }
  });

  it("say nothing empty, and little that is the same in both languages", () => {
    const same = Object.keys(words.en).filter((key) => {
      const [a, b] = [words.en[key]!, words.it[key]!];
      expect(slots(a).length && JSON.stringify(a).length > 2, key).toBeTruthy();
      return JSON.stringify(a) === JSON.stringify(b);
    });
    const international = ["app.name", "study.turn-of", "app.theme-system", "me.account-tag", "me.password", "new.scenario", "table.chat"];
    expect(same.filter((key) => !international.includes(key) && key !== "table.no")).toEqual([]);
  });

  it("have no key that nobody says", () => {
    const text = folders.flatMap(files).filter((path) => !/\/te[sx]t[./]/.test(path)).map((path) => readFileSync(path, "utf8")).join("\n");
    const literal = new Set([...text.matchAll(/["'`]([a-z]+\.[a-z-]+)["'`]/g)].map((found) => found[1]!));
    const made = ["app.theme-", "play.ends-turn-", "play.may-end-turn-", "play.deal-give-sure-", "play.speed-", "home.filter-", "settings.sound-", "play.until-", "bot.", "help.", "line.", "error."]; // `app.theme-${theme}`, `bot.${name}`, `error.${code}`
    const unused = Object.keys(words.en).filter((key) => !literal.has(key) && !made.some((start) => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe("all catalogues", () => {
  it("have each key once", () => {
    const keys = CATALOGUES.flatMap(([, words]) => Object.keys(words.en));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it("have words for every refusal of the server", () => {
    const table = /STATUS = \{([^}]*)\}/.exec(readFileSync(REFUSALS, "utf8"))![1]!;
    const codes = [...table.matchAll(/"([a-z-]+)":/g)].map((found) => found[1]!);
    expect(codes.length).toBeGreaterThan(10);
    for (const code of codes) expect(Object.keys(en)).toContain(`error.${code}`);
  });
});

describe("saying", () => {
  it("fills slots and counts", () => {
    expect(say("en", "ask.count", { n: 1 })).toBe("1 choice");
    expect(say("it", "ask.count", { n: 3 })).toBe("3 scelte");
    expect(say("en", "home.turn-of", { seat: "North" })).toBe("North to move");
    expect(number(-3)).toBe("−3");
  });

  it("begins in the language chosen before, or liked, or English", () => {
    expect(firstLanguage("it", ["en-GB"])).toBe("it");
    expect(firstLanguage(null, ["de", "it-IT", "en"])).toBe("it");
    expect(firstLanguage("xx", ["de"])).toBe("en");
  });

  it("writes hours as the browser's region does", () => {
    const at = (language: "en" | "it", liked: string[]): string =>
      new Date(2008, 2, 1, 21, 5).toLocaleTimeString(regional(language, liked), { hour: "2-digit", minute: "2-digit" });
    expect(at("en", ["it-IT", "en-GB", "en"])).toBe("21:05");
    expect(at("en", ["en-US"])).toMatch(/^09:05.PM$/);
    expect(at("it", ["en-GB"])).toBe("21:05");
  });
});
