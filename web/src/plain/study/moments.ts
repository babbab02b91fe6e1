// The moments of a game in order, by choice and by turn: where one stands, what comes before and after. No drawing here.

import type { Moment } from "../../lib/contract";

/** After `step` finished steps and `choice` choices of the step that came then. */
export interface At {
  step: number;
  choice: number;
}

export const same = (a: At, b: At): boolean => a.step === b.step && a.choice === b.choice;

/** A turn of the list: consecutive steps of one seat on one card, or a step in nobody's turn. */
export interface Turn {
  /** The moment at which it is over, by finished steps. */
  step: number;
  /** The first step that belongs to it. */
  first: number;
  seat: string;
  card: number | null;
  title: string;
}

/**
 * All moments, in order. After the last choice of a step the step is over, so that moment is told as the step's end;
 * only in the step under way (`open` choices so far) the last choice is a moment of its own.
 */
export function momentsOf(steps: readonly Moment[], open: number): At[] {
  const found: At[] = [{ step: 0, choice: 0 }];
  for (const { step, choices } of steps.slice(1)) {
    for (let choice = 1; choice < choices; choice += 1) found.push({ step: step - 1, choice });
    found.push({ step, choice: 0 });
  }
  const last = found.at(-1)!.step;
  for (let choice = 1; choice <= open; choice += 1) found.push({ step: last, choice });
  return found;
}

/** The place of a moment in the order; of one that is not there, the last before it. */
export function placeOf(moments: readonly At[], at: At): number {
  let place = 0;
  while (place + 1 < moments.length && !after(moments[place + 1]!, at)) place += 1;
  return place;
}

const after = (a: At, b: At): boolean => a.step > b.step || (a.step === b.step && a.choice > b.choice);

/** The turns of a game: what the list shows, and what "next turn" goes through. */
export function turnsOf(steps: readonly Moment[]): Turn[] {
  const turns: Turn[] = [];
  for (const { step, seat, card, title } of steps) {
    const last = turns.at(-1);
    if (last && seat && last.seat === seat && last.card === card) {
      last.step = step;
      last.title = title;
    } else turns.push({ step, first: step, seat, card, title });
  }
  return turns;
}

/** The turn that a moment lies in: a choice of a step belongs to the turn of that step. */
export function turnAt(turns: readonly Turn[], at: At): Turn | null {
  const step = at.choice ? at.step + 1 : at.step;
  return turns.find((turn) => turn.first <= step && step <= turn.step) ?? null;
}

export type By = "turn" | "choice";

/** The moment so many turns or choices away; the first or last one where there is no other. */
export function away(moments: readonly At[], turns: readonly Turn[], at: At, by: By, n: 1 | -1): At {
  if (by === "choice") return moments[clamp(placeOf(moments, at) + n, moments.length)]!;
  const ends = turns.map((turn): At => ({ step: turn.step, choice: 0 }));
  const last = moments.at(-1)!;
  if (last.choice) ends.push(last);
  const found = n > 0 ? ends.find((end) => after(end, at)) : ends.findLast((end) => after(at, end));
  return found ?? (n > 0 ? last : moments[0]!);
}

const clamp = (place: number, length: number): number => Math.max(0, Math.min(length - 1, place));

/** A moment read from the query of an address; null where it names none. */
export function readAt(query: URLSearchParams): At | null {
  const step = whole(query.get("step"));
  return step === null ? null : { step, choice: whole(query.get("choice")) ?? 0 };
}

const whole = (text: string | null): number | null => (text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null);

export const queryOf = (at: At): string => `step=${at.step}${at.choice ? `&choice=${at.choice}` : ""}`;
