// What the board is told to show besides the position, and what it tells when somebody picks something.

export type Light = "option" | "pointed" | "chosen" | "told" | "preview";

/** What lights up: spaces and how, kinds of pieces in a space (or box), and tracks. */
export interface Lit {
  spaces: Map<string, Light>;
  pieces: Map<string, Set<string>>;
  tracks: Set<string>;
}

/** Pieces on their way from a space or box to another. */
export interface Move {
  from: string;
  to: string;
  piece: string;
  count: number;
}

/** A die of the moment that is told. */
export interface Die {
  value: number;
  /** Whose roll, if somebody's. */
  seat?: string;
  /** What for, in words. */
  text?: string;
}

/** What a choice would change: in a space, or on a track by its id (`aid`, `resources.taliban`, `islamabad` ...). */
export interface Change {
  where: string;
  text: string;
  from: number | string;
  to: number | string;
}

export type Target =
  | { kind: "space"; space: string }
  | { kind: "pieces"; space: string; piece: string }
  | { kind: "box"; box: string }
  | { kind: "track"; track: string };
