// The action row: which options it holds, and their keys.

import { roleOf, type GameBoard, type Role } from "../boards/contract";
import type { JsonObject, OptionText, Question } from "../lib/contract";

/** Letters that begin no option of a list that is filtered: Pass is offered beside no such list. */
const KEYS: Record<Role, readonly string[]> = { activity: ["a", "x", "y"], event: ["v", "z"], pass: ["p"], done: ["d", "f"] };
const ORDER: readonly Role[] = ["activity", "event", "pass", "done"];

export interface RowButton {
  option: OptionText;
  role: Role;
  key: string;
}

type Rows = Pick<GameBoard, "role">;

export const inRow = (board: Rows, option: OptionText, view: JsonObject): Role | null =>
  board.role ? board.role(option, view) : roleOf(option);

export function rowOf(board: Rows, question: Question, view: JsonObject): RowButton[] {
  return ORDER.flatMap((role) =>
    (question.options ?? [])
      .filter((option) => inRow(board, option, view) === role)
      .map((option, place) => ({ option, role, key: KEYS[role][place] ?? "" })),
  );
}

/** Whether a key is not for the table: taken already, with a modifier, somebody's writing, or meant for a dialog. */
export const isElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]") !== null;

/** Whether keys are somebody's writing. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && ["checkbox", "radio", "button"].includes(target.type));
