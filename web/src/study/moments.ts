// The moments of a game in order, by choice and by turn: where one stands, what comes before and after. No drawing here.

import type { Moment, Turn } from "../lib/contract";

/** The end of a step (0 is the set-up), or the point after a number of its choices. */
export interface At {
  step: number;
  choice: number | null;
}

export const START: At = { step: 0, choice: null };

export const same = (a: At, b: At): boolean => a.step === b.step && a.choice === b.choice;

/** All moments, in order. After its last choice a step is over (or as far as it has come): that is told as its end. */
export function momentsOf(steps: readonly Moment[]): At[] {
  return steps.flatMap(({ step, choices }) => [
    ...Array.from({ length: Math.max(0, choices - 1) }, (_, n): At => ({ step, choice: n + 1 })),
    { step, choice: null },
  ]);
}

/** The place of a moment in the order; of one that is not there, the last before it. */
export function placeOf(moments: readonly At[], at: At): number {
  let place = 0;
  while (place + 1 < moments.length && !after(moments[place + 1]!, at)) place += 1;
  return place;
}

const after = (a: At, b: At): boolean => a.step > b.step || (a.step === b.step && (a.choice ?? Infinity) > (b.choice ?? Infinity));

/** What was done in a turn, in a line, or else its name. Whose turn it is stands beside it: it is not said again. */
export function saidOf(turn: Turn, seat: string): string {
  const own = `${seat}: `;
  return turn.done.map((text) => (seat && text.startsWith(own) ? text.slice(own.length) : text)).join(" · ") || turn.name;
}

/** The turn that a moment lies in. */
export function turnAt(turns: readonly Turn[], at: At): Turn | null {
  return turns.find((turn) => turn.first <= at.step && at.step <= turn.last) ?? null;
}

/** Turns that follow one another in one round, under its name. A turn of the same name that nobody takes is its heading. */
export interface Round {
  name: string;
  heading: Turn | null;
  turns: Turn[];
}

export function roundsOf(turns: readonly Turn[]): Round[] {
  const rounds: Round[] = [];
  for (const turn of turns) {
    const last = rounds.at(-1);
    const heads = turn.round !== "" && !turn.seat && turn.name === turn.round;
    if (last && last.name === turn.round && !heads) last.turns.push(turn);
    else rounds.push({ name: turn.round, heading: heads ? turn : null, turns: heads ? [] : [turn] });
  }
  return rounds;
}

export type By = "turn" | "choice";

/** The next moment or the one before, by turn (where turns end) or by choice; the first or last one where there is no other. */
export function away(moments: readonly At[], turns: readonly Turn[], at: At, by: By, n: 1 | -1): At {
  if (by === "choice") return moments[clamp(placeOf(moments, at) + n, moments.length)]!;
  const ends = turns.map((turn): At => ({ step: turn.last, choice: null }));
  const found = n > 0 ? ends.find((end) => after(end, at)) : ends.findLast((end) => after(at, end));
  return found ?? (n > 0 ? moments.at(-1)! : moments[0]!);
}

const clamp = (place: number, length: number): number => Math.max(0, Math.min(length - 1, place));

/** A moment read from the query of an address; null where it names none. */
export function readAt(query: URLSearchParams): At | null {
  const step = whole(query.get("step"));
  return step === null ? null : { step, choice: whole(query.get("choice")) };
}

const whole = (text: string | null): number | null => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null);

export const queryOf = (at: At): string => `step=${at.step}${at.choice === null ? "" : `&choice=${at.choice}`}`;
