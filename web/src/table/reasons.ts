// What bots say of their choices, for a whole turn. No drawing here.

import type { Explanation, Told } from "../lib/contract";

/** Explanations of steps in a row by the same bot in the same seat, as one. */
export function explainedTogether(found: readonly Explanation[]): Explanation[] {
  const whole: Explanation[] = [];
  for (const one of found) {
    const last = whole.at(-1);
    if (last?.seat !== one.seat || last.bot !== one.bot) whole.push({ ...one });
    else
      Object.assign(last, {
        short: last.short || one.short,
        reasons: [...last.reasons, ...one.reasons],
        answers: [...last.answers, ...one.answers],
        untold: last.untold || one.untold,
        stopped: last.stopped || one.stopped,
        unplanned: last.unplanned + one.unplanned,
      });
  }
  return whole;
}

/**
 * The steps that a heading of the log covers, up to the next one; `isWithin` tells of a heading that ends nothing.
 *
 * What came before it in its own step was done under the heading before, unless all of it happened in that step.
 */
export function stepsUnder(
  events: readonly Told[],
  head: Told,
  isHead: (event: Told, before: Told | undefined) => boolean,
  isWithin: (event: Told) => boolean,
): { since: number; step: number } {
  const from = events.indexOf(head);
  const next = events.findIndex((event, at) => at > from && isHead(event, events[at - 1]) && !isWithin(event));
  const last = events[(next < 0 ? events.length : next) - 1]!.step;
  const isFirst = events[from - 1]?.step !== head.step;
  return { since: Math.min(last, isFirst ? head.step : head.step + 1), step: last };
}
