// The TOML that positions are written in: tables, inline tables, lists, words, whole numbers, yes and no. Not all of TOML.

export type Toml = string | number | boolean | Toml[] | TomlTable;
export type TomlTable = { [key: string]: Toml };

/** The text cannot be read; `line` says where, counted from 1. */
export class BadToml extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

export const isTable = (value: Toml | undefined): value is TomlTable =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const BARE = /[A-Za-z0-9_-]+/y;
const SPACE = /(?:[ \t]|#[^\n]*)*/y;
const SPACE_AND_LINES = /(?:[ \t\r\n]|#[^\n]*)*/y;
const WORD = /"(?:[^"\\\n]|\\.)*"/y;
const RAW = /'[^'\n]*'/y;
const NUMBER = /[+-]?\d[\d_]*/y;

class Reader {
  at = 0;

  constructor(private readonly text: string) {}

  fail(): never {
    throw new BadToml(this.text.slice(0, this.at).split("\n").length);
  }

  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  is(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  need(sign: string): void {
    if (!this.is(sign)) this.fail();
  }

  get over(): boolean {
    return this.at >= this.text.length;
  }

  endOfLine(): void {
    this.take(SPACE);
    this.is("\r");
    if (!this.over && !this.is("\n")) this.fail();
  }

  /** A key with its dots: the names one after the other. */
  key(): string[] {
    const names: string[] = [];
    do {
      this.take(SPACE);
      const word = this.take(WORD);
      const name = word !== null ? (JSON.parse(word) as string) : (this.take(RAW)?.slice(1, -1) ?? this.take(BARE));
      if (name === null || name === "__proto__") this.fail();
      names.push(name);
      this.take(SPACE);
    } while (this.is("."));
    return names;
  }

  value(): Toml {
    const word = this.take(WORD);
    if (word !== null) {
      try {
        return JSON.parse(word) as string;
      } catch {
        return this.fail();
      }
    }
    const raw = this.take(RAW);
    if (raw !== null) return raw.slice(1, -1);
    if (this.is("true")) return true;
    if (this.is("false")) return false;
    if (this.is("[")) return this.list();
    if (this.is("{")) return this.inline();
    const digits = this.take(NUMBER);
    return digits === null ? this.fail() : Number(digits.replaceAll("_", ""));
  }

  private list(): Toml[] {
    const found: Toml[] = [];
    for (this.take(SPACE_AND_LINES); !this.is("]"); this.take(SPACE_AND_LINES)) {
      if (found.length) {
        this.need(",");
        this.take(SPACE_AND_LINES);
        if (this.is("]")) break;
      }
      found.push(this.value());
    }
    return found;
  }

  private inline(): TomlTable {
    const table: TomlTable = {};
    let first = true;
    for (this.take(SPACE); !this.is("}"); this.take(SPACE)) {
      if (!first) this.need(",");
      first = false;
      this.pair(table);
    }
    return table;
  }

  pair(table: TomlTable): void {
    const names = this.key();
    const last = names.pop()!;
    const into = this.inner(table, names);
    if (last in into) this.fail();
    this.need("=");
    this.take(SPACE);
    into[last] = this.value();
  }

  inner(table: TomlTable, names: readonly string[]): TomlTable {
    return names.reduce((here, name) => {
      const there = (here[name] ??= {});
      return isTable(there) ? there : this.fail();
    }, table);
  }
}

/** The tables of a text. Throws BadToml. */
export function readToml(text: string): TomlTable {
  const reader = new Reader(text);
  const document: TomlTable = {};
  let here = document;
  for (reader.take(SPACE_AND_LINES); !reader.over; reader.take(SPACE_AND_LINES)) {
    if (reader.is("[")) {
      here = reader.inner(document, reader.key());
      reader.need("]");
    } else reader.pair(here);
    reader.endOfLine();
  }
  return document;
}

function written(value: Toml): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (isTable(value)) {
    const pairs = Object.entries(value).map(([key, inner]) => `${named(key)} = ${written(inner)}`);
    return pairs.length ? `{ ${pairs.join(", ")} }` : "{}";
  }
  return JSON.stringify(value);
}

const named = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

/** Tables of tables, of which only the inner ones have a heading. */
const holdsTables = (table: TomlTable): boolean => {
  const values = Object.values(table);
  return values.length > 0 && values.every(isTable);
};

/** The text of a document: what is no table first, then the tables, each under its heading. */
export function writeToml(document: TomlTable): string {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(document)) if (!isTable(value)) lines.push(`${named(key)} = ${written(value)}`);
  const section = (name: string, table: TomlTable): void => {
    lines.push("", `[${name}]`, ...Object.entries(table).map(([key, value]) => `${named(key)} = ${written(value)}`));
  };
  for (const [key, value] of Object.entries(document)) {
    if (!isTable(value)) continue;
    if (holdsTables(value)) for (const [inner, table] of Object.entries(value)) section(`${named(key)}.${named(inner)}`, table as TomlTable);
    else section(named(key), value);
  }
  return `${lines.join("\n")}\n`;
}
