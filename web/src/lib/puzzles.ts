// The puzzles that were solved in this browser.

const KEY = "khyber-solved";

export function solvedPuzzles(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

export function keepSolved(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solvedPuzzles().add(id)]));
  } catch {
    // a browser without storage forgets
  }
}
