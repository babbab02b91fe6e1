// The puzzles that were solved in this browser.

import { keep, kept } from "./kept";

const KEY = "khyber-solved";

export const solvedPuzzles = (): Set<string> => new Set(JSON.parse(kept(KEY) ?? "[]") as string[]);
export const keepSolved = (id: string): void => keep(KEY, JSON.stringify([...solvedPuzzles().add(id)]));
