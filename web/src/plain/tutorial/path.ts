// Where in the first game a table stands: how many of its guided choices are made.

import type { TutorialStep } from "../../aids/reading";
import type { Question } from "../../lib/contract";

export interface Walk {
  /** How many choices are made. */
  made: number;
  /** The version of the table at which the next one was sent; -1: none is under way. */
  sent: number;
  /** The table went another way: by taking back over dice, or from another window. */
  strayed: boolean;
}

export const START: Walk = { made: 0, sent: -1, strayed: false };

/** Whether this question is that of the step, with its answer on offer. */
export function fits(step: TutorialStep | undefined, question: Question): boolean {
  return step?.ask === question.ask && (question.options ?? []).some((option) => option.key === step?.key);
}

/** The walk after a frame: a choice that was sent is made; one taken back is to be made again. */
export function walked(walk: Walk, steps: readonly TutorialStep[], version: number, question: Question | null): Walk {
  let { made, sent } = walk;
  if (sent >= 0 && version > sent) {
    made += 1;
    sent = -1;
  }
  if (!question || sent >= 0 || made >= steps.length) return { ...walk, made, sent };
  if (fits(steps[made], question)) return { made, sent, strayed: false };
  if (made > 0 && fits(steps[made - 1], question)) return { made: made - 1, sent, strayed: false };
  return { made, sent, strayed: true };
}
