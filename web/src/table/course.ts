// Several answers with one click: what is still to be sent, and the questions that lie around the one asked now.
// No framework and no page in here.

import type { Answers } from "../boards/contract";
import type { OptionText, Question } from "../lib/contract";

export const offers = (question: Question, key: string): boolean => (question.options ?? []).some((option) => option.key === key);

/** These answers, one after the other, as long as they are offered. */
export function inTurn(keys: readonly string[]): Answers {
  const left = [...keys];
  return () => left.shift() ?? null;
}

/** `done` until a question is asked again, then an answer to it. */
export function backTo(outer: Question, key: string): Answers {
  let sent = false;
  return (question) => {
    if (sent) return null;
    if (question.ask !== outer.ask) return "done";
    sent = true;
    return key;
  };
}

/** `done` to the end of the turn, and what goes without saying on the way. */
export const toTheEnd =
  (obvious: Answers): Answers =>
  (question) =>
    offers(question, "done") ? "done" : obvious(question);

/** The questions of a turn, one within another: those asked before and not yet ended. */
export class Nesting {
  private asked: Question[] = [];
  private turn = "";

  heard(question: Question, turn: string): void {
    if (turn !== this.turn) this.asked = [];
    this.turn = turn;
    const place = this.asked.findIndex(({ ask }) => ask === question.ask);
    if (place >= 0) this.asked.length = place;
    this.asked.push(question);
  }

  /** The question to which `done` leads back. Only from a question about one space: elsewhere, as after the last space
      or in a Special Activity on the way, `done` ends more than that, or what was offered before is no longer so. */
  get outer(): Question | null {
    const here = this.asked.at(-1);
    return (here?.about?.["space"] !== undefined && offers(here, "done") && this.asked.at(-2)) || null;
  }

  /** Options of that question that are no options now. */
  further(isPlace: (option: OptionText) => boolean): OptionText[] {
    const { outer } = this;
    return (outer?.options ?? []).filter((option) => isPlace(option));
  }
}
