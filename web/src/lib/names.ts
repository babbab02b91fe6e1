// What the ids of a view are called, from the word tables that a game sends, and the colours of seats.

import type { GameInfo, Texts } from "./contract";
import { number } from "../text/catalogue";

const NO_TEXTS: Texts = { language: "", words: {}, labels: {}, reconstructed: {} };

/** An id that nobody has words for: "out-of-play" is said "Out of play". */
export function plain(id: string): string {
  const words = id.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a rule has a number that people cite; else it is cited by its title. */
export const isNumbered = (rule: string): boolean => /\d/.test(rule);

function singular(key: string): string {
  return key.endsWith("ies") ? `${key.slice(0, -3)}y` : key.endsWith("s") ? key.slice(0, -1) : key;
}

/** Seats with the same colour in every game: the Taliban are black. */
const HUES: Readonly<Record<string, number>> = { taliban: 3 };

export class Names {
  readonly seats: readonly string[];
  private readonly seatNames: ReadonlyMap<string, string>;

  constructor(
    game: Pick<GameInfo, "seats"> | null,
    private readonly texts: Texts = NO_TEXTS,
  ) {
    this.seats = game?.seats.map((seat) => seat.id) ?? [];
    this.seatNames = new Map(game?.seats.map((seat) => [seat.id, seat.name]) ?? []);
  }

  seat(id: string): string {
    return this.texts.words["seat"]?.[id] ?? this.seatNames.get(id) ?? plain(id);
  }

  /** What a part of a view is headed. */
  label(key: string): string {
    const { labels } = this.texts;
    return labels[`view.${key}`] ?? labels[`label.${key}`] ?? plain(key);
  }

  /** What something is, in a sentence; null if the game has none for it. */
  help(id: string): string | null {
    return this.texts.labels[`help.${id}`] ?? null;
  }

  /** What a term of the game is called, as its glossary has it. */
  term(id: string): string {
    return this.texts.labels[`term.${id}`] ?? this.label(id);
  }

  /** What a rule is headed; null if it is not known. */
  rule(id: string): string | null {
    return this.texts.labels[`rule.${id}`] ?? null;
  }

  /** The name of a value under a key; null if the game has none for it. */
  named(key: string, value: string | number): string | null {
    const { words } = this.texts;
    const id = String(value);
    const own = words[key]?.[id] ?? words[singular(key)]?.[id];
    if (own !== undefined) return own;
    if (typeof value === "number") return null;
    if (this.seatNames.has(id)) return this.seat(id);
    for (const table of Object.values(words)) {
      const found = table[id];
      if (found !== undefined) return found;
    }
    return null;
  }

  /** What a count is headed: the words for its key, else the heading of a part of that name. */
  heading(key: string, id: string): string {
    const { words } = this.texts;
    return words[key]?.[id] ?? words[singular(key)]?.[id] ?? this.label(id);
  }

  /** The name of a kind for a number of them. */
  counted(key: string, id: string, n: number): string {
    const { words } = this.texts;
    const form = n === 1 ? "one" : "other";
    return words[`${singular(key)}:${form}`]?.[id] ?? words[`piece:${form}`]?.[id] ?? this.value(key, id);
  }

  /** Whether an id is a kind of piece: it is one's own, or has words where pieces, or what the key names, have theirs. */
  isPiece(key: string, id: string): boolean {
    const { words } = this.texts;
    if ([words["piece"], words[key], words[singular(key)]].some((table) => table?.[id] !== undefined)) return true;
    return !this.seatNames.has(id) && this.ownerOf(id) !== null;
  }

  /** Whether the printed component that a value names is reconstructed; a state after its id ("reduced") does not matter. */
  reconstructed(key: string, value: string | number): boolean {
    const { reconstructed } = this.texts;
    const values = reconstructed[key] ?? reconstructed[singular(key)];
    return values?.includes(String(value).split(" ", 1)[0]!) ?? false;
  }

  /** Whether anything under a key is, or anything of the game. */
  marks(key?: string): boolean {
    const { reconstructed } = this.texts;
    return key === undefined ? Object.keys(reconstructed).length > 0 : key in reconstructed;
  }

  value(key: string, value: string | number): string {
    return this.named(key, value) ?? (typeof value === "number" ? number(value) : value ? plain(value) : "–");
  }

  /** Whose a thing is by its id: `taliban-base` belongs to the seat `taliban`. */
  ownerOf(id: string): string | null {
    return this.seats.find((seat) => id === seat || id.startsWith(`${seat}-`)) ?? null;
  }

  /** The place of a seat in the palette. */
  hue(seat: string | null): number {
    const fixed = seat === null ? undefined : HUES[seat];
    if (fixed && this.seats.includes(seat!)) return fixed;
    const at = seat === null ? -1 : this.seats.indexOf(seat);
    return at < 0 ? 0 : (at % 6) + 1;
  }
}
