// What a game's board is to the page. The page does everything else: prompts, log, replay, previews, chat and study.
// `generic/` fulfils this for any game from the shape of its views; docs/adding-a-game.md explains how to write another.

import type { Component } from "svelte";
import type { Card, JsonObject, OptionText, Question, Told, Wish } from "../lib/contract";
import type { Names } from "../lib/names";
import type { Key } from "../text/catalogue";

// -- what a board shows besides the position, and what it reports -----------------------------------------

/** A place may be chosen, is pointed at in the list, was chosen, is named by the log, or would change. */
export type Light = "option" | "pointed" | "chosen" | "told" | "preview";

/** What lights up: places and how, kinds of pieces in a place, and tracks. */
export interface Lit {
  spaces: Map<string, Light>;
  /** Places chosen before: they keep their mark, whatever else lights them. */
  chosen: Set<string>;
  pieces: Map<string, Set<string>>;
  tracks: Set<string>;
}

/** Pieces on their way from a place to another; a board may have no such place, as for a box beside it. */
export interface Move {
  from: string;
  to: string;
  piece: string;
  count: number;
}

/** A die of the entry that is shown. */
export interface Die {
  value: number;
  /** Whose roll, if somebody's. */
  seat?: string;
  /** What for, in words. */
  text?: string;
}

/** What a choice would change: in a place, or on a track by its id (`aid`, `resources.taliban`). */
export interface Change {
  where: string;
  text: string;
  from: number | string;
  to: number | string;
}

/** What was clicked or is pointed at. */
export type Target =
  | { kind: "space"; space: string }
  | { kind: "pieces"; space: string; piece: string }
  | { kind: "box"; box: string }
  | { kind: "track"; track: string };

/** The answer to a question, by its key; null: ask. */
export type Answers = (question: Question) => string | null;

export interface BoardProps<View = JsonObject> {
  view: View;
  names: Names;
  /** The game's cards by number and by id; empty until they are loaded. */
  cards: Map<number | string, Card>;
  lit: Lit;
  /** They are drawn on their way while they are in the list, and there for good after that. */
  moves: readonly Move[];
  dice: readonly Die[];
  /** What the option pointed at would change; null if none is. */
  changes: readonly Change[] | null;
  /** The seats that are mine, also when the game is over and all is open; none in a study. */
  mine?: readonly string[];
  /** Nothing moves: what changes is so at once. */
  still?: boolean;
  /** The question to me; null while there is none, or while something is replayed. */
  question?: Question | null;
  /** The latest entries of the log, up to the position shown. */
  told?: readonly Told[];
  pick?: (target: Target) => void;
  hover?: (target: Target | null) => void;
  /** Answer the question and those that follow: with these keys in turn, or with what a function returns for each; the
      first one that is not offered ends it. */
  answer?: (answers: readonly string[] | Answers) => void;
  /** Point at an option by its key, to preview it; null: at none. */
  point?: (key: string | null) => void;
}

// -- what the page asks of a board ------------------------------------------------------------------------

/** Options under a heading; those in `enough` end or decline something. */
export interface Section {
  group: string;
  heading: Key | null;
  options: OptionText[];
  enough?: boolean;
}

/** What an option of the action row does: it keeps its place below the list, and a key of its own. */
export type Role = "activity" | "event" | "pass" | "done";

/** Answers to a question and to those that follow it, offered as one choice. */
export interface Bundle {
  text: string;
  keys: readonly string[];
}

/** What the strip on top says of a seat: its score, with words for it, and a few facts, each with a shorter form. */
export interface SeatNote {
  seat: string;
  score?: { text: string; said: string; ahead: boolean };
  facts: { text: string; short?: string }[];
  /** The seat may not act just now. */
  out?: boolean;
}

/** A column of the table of seats. */
export interface SeatColumn {
  key: string;
  label: string;
  of: Record<string, number | boolean | string>;
}

/** Voluntary transfers, in a game that has them. */
export interface Deals {
  rule: string;
  traders: readonly string[];
  /** What one seat may ask another for. */
  between(giver: string, receiver: string): string[];
  /** The key of the aside that grants a wish. */
  granting(wish: Wish): string;
  /** The transfer that an aside is; null if it is none. */
  gift(option: OptionText): { to: string; what: string; amount: number } | null;
}

export interface GameBoard<View = JsonObject> {
  /** Draws a position, as large as its room allows. */
  Board: Component<BoardProps<View>>;
  /** What else lies on the table: in a tab beside the log, and below the board in the study. */
  Panels?: Component<BoardProps<View>>;
  /** A sheet above the list of choices, for questions that are better answered several at a time. */
  Sheet?: Component<BoardProps<View>>;
  /** What is shown of a game that is over; `told` is its whole log. */
  Ending?: Component<BoardProps<View>>;
  /** Whether something in the panels lights up: then their tab is marked. */
  panelsLit?(lit: Lit): boolean;
  /** Width by height of what should be seen whole on a wide screen; without it the board takes the room there is. */
  ratio?: number;
  /** A view as the server sent it; throws if it is not one of this game. */
  read(view: JsonObject): View;

  // highlights and clicks
  /** What a question lights up. */
  lights(question: Question, view: View, names: Names): Lit;
  /** The options that a click may mean: one is chosen at once, among several the list asks. */
  optionsAt(target: Target, question: Question, view: View, names: Names): OptionText[];
  /** The place that an option stands for; null if it is about none. */
  placeOf(option: OptionText, view: View, names: Names): string | null;
  /** What the list says instead of options that only the board can show, as places without a name; null: it lists them. */
  onBoard?(question: Question): Key | null;
  /** The list of options under its headings; every option given is in one section. */
  sections(options: readonly OptionText[], view: View): Section[];

  // the log, entry by entry
  /** The position after an entry. A board that cannot tell returns the same one: then it changes with the next frame. */
  after(view: View, event: Told): View;
  /** The pieces that an entry moves, and the dice that it shows. */
  movesOf(event: Told): Move[];
  diceOf(event: Told): Die[];
  /** What lights up while entries are shown. */
  lightsOf(events: readonly Told[], view: View, names: Names): Lit;
  /** Whether an entry begins a turn or phase; the entry before it helps boards that know no kinds. */
  isHead(event: Told, before: Told | undefined): boolean;
  /** Whether a heading lies within the turn of the one before it. */
  isWithin?(event: Told): boolean;
  /** Whose turn an entry begins; null if nobody's. */
  seatOf(event: Told, names: Names): string | null;
  /** Whether an entry begins another action in a replay; without it each entry is shown by itself. */
  isBeat?(event: Told, before: Told | undefined): boolean;
  /** How long an entry is shown in a replay, compared with others. */
  weight(event: Told): number;

  // words
  /** What differs between two positions, for previews. */
  changes(before: View, then: View, names: Names): Change[];
  /** The strip on top, and the table of seats. */
  seats(view: View, names: Names): SeatNote[];
  columns(view: View, names: Names): SeatColumn[];

  // fewer clicks, where a game has them; every answer is still one of the options offered
  /** The action row's role of an option; null: it stays in the list. Without it, `roleOf` decides. */
  role?(option: OptionText, view: View): Role | null;
  /** The words on a button of the action row; without it the option's own text. */
  short?(option: OptionText, names: Names): string;
  /** An id of the turn under way, null outside turns. With it "End turn" declines all that is left of the turn. */
  turn?(view: View): string | null;
  /** Whether `done` ends the turn at this question: then that button says so, and there is no second one. */
  isLast?(question: Question): boolean;
  /** Whether the turn's action is confined to one space, so that none is asked for after it. */
  single?(view: View): boolean;
  /** The key of the one sensible answer, sent unasked unless the player turned that off; null: ask. */
  obvious?(question: Question, view: View): string | null;
  /** What an answer would lose of what was prepared on the board, as a question; then it must be confirmed. */
  doubt?(question: Question, key: string): string | undefined;
  /** Keys of options that lead to the same as another one: they are left out of the list. */
  redundant?(question: Question, view: View): ReadonlySet<string>;
  /** Answers to this question and the next ones, offered as one choice above the list. */
  bundles?(question: Question, view: View, names: Names): Bundle[];

  // what only some games have
  /** What the acting seat pays with. */
  purse?(seat: string, view: View): { seat: string; n: number } | null;
  /** Who acts in a position that is replayed; without it the seat asked now. */
  active?(view: View): string;
  /** Voluntary transfers between seats. */
  deals?: Deals;
  /** The points that decide a game that is over; without it, how far each seat is from its goal. */
  points?(seat: string, view: View): number;
  /** The rule that ranks seats with the same score. */
  ties?: string;
  /** A seat's sign and colours on the board, drawn around 0 0 within 10 by 10: charts use them, too. */
  signOf?(seat: string): { path: string; fill: string; ink: string } | null;
  /** The page that edits a position. */
  editor?: () => Promise<{ default: Component<{ id: string }> }>;
}

export const dark = (): Lit => ({ spaces: new Map(), chosen: new Set(), pieces: new Map(), tracks: new Set() });
export const NO_LIGHTS: Readonly<Lit> = dark();

const ENOUGH: ReadonlySet<string> = new Set(["done", "none", "nothing", "decline", "keep", "pass", "stop"]);
/** Whether an option ends or declines something. */
export const isEnough = (option: OptionText): boolean => ENOUGH.has(option.key);

/** What an option does in the action row, in any game. */
export const roleOf = (option: OptionText): Role | null => (option.key === "pass" ? "pass" : isEnough(option) ? "done" : null);

/** Options in the order they came, in runs of one group; null if a group would come twice. */
export function runs<G extends string>(options: readonly OptionText[], groupOf: (option: OptionText) => G): [G, OptionText[]][] | null {
  const found: [G, OptionText[]][] = [];
  for (const option of options) {
    const group = groupOf(option);
    const last = found.at(-1);
    if (last?.[0] === group) last[1].push(option);
    else found.push([group, [option]]);
  }
  return new Set(found.map(([group]) => group)).size === found.length ? found : null;
}
