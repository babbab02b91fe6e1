// Where in the first game a table stands: how many of its guided choices are made.

import type { Question, TutorialStep } from "../lib/contract";

export interface Walk {
  /** How many choices are made. */
  made: number;
  /** The version of the table at which the next one was sent; -1: none is under way. */
  sent: number;
  /** The version at which it was asked to take the last one back; -1: that is not under way. */
  back: number;
  /** The table went another way: by taking back over dice, or from another window. */
  strayed: boolean;
}

export const START: Walk = { made: 0, sent: -1, back: -1, strayed: false };

/** Whether this question is that of the step, with its answer on offer. */
export function fits(step: TutorialStep | undefined, question: Question): boolean {
  return step?.ask === question.ask && (question.options ?? []).some((option) => option.key === step?.key);
}

/** The walk after a frame: a choice that was sent is made; one taken back is to be made again. */
export function walked(walk: Walk, steps: readonly TutorialStep[], version: number, question: Question | null): Walk {
  let { made, sent, back } = walk;
  if (sent >= 0 && version > sent) {
    made += 1;
    sent = -1;
  }
  const takenBack = back >= 0 && version > back;
  if (!question || sent >= 0 || (made >= steps.length && !takenBack)) return { ...walk, made, sent };
  if (takenBack) back = -1;
  // What is on offer may fit the next step and the one before alike: only who took back goes back first.
  const order = takenBack ? [...steps.keys()].slice(0, made).reverse().concat(made) : [made, made - 1];
  const at = order.find((place) => fits(steps[place], question));
  return at === undefined ? { made, sent, back, strayed: true } : { made: at, sent, back, strayed: false };
}
