// How the owner of this browser likes to play.

import { calm } from "../lib/calm";
import { keep, kept } from "../lib/kept";
import { isSpeed, type Speed } from "./telling";

const SPEED = "khyber.speed";
const MUTED = "khyber.muted";

/** The speed chosen before; who wants no motion is told everything at once. */
export function firstSpeed(): Speed {
  const chosen = kept(SPEED);
  if (isSpeed(chosen)) return chosen;
  return calm() ? "instant" : "normal";
}

export const keepSpeed = (speed: Speed): void => keep(SPEED, speed);

/** The last wish at a table, as a line of its chat, that was granted or waved away. */
export const heeded = (table: string): number => Number(kept(`khyber.heeded.${table}`)) || 0;
export const keepHeeded = (table: string, line: number): void => keep(`khyber.heeded.${table}`, String(line));

/** The last line of a table's chat that was seen. */
export const readTo = (table: string): number => Number(kept(`khyber.read.${table}`)) || 0;
export const keepRead = (table: string, line: number): void => keep(`khyber.read.${table}`, String(line));

/** People whose lines are not shown. */
export const muted = (): Set<string> => new Set((kept(MUTED) ?? "").split(" ").filter(Boolean));
export const keepMuted = (people: ReadonlySet<string>): void => keep(MUTED, [...people].join(" "));
