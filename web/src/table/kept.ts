// What this browser remembers of how its owner likes to play.

import { calm } from "../lib/calm";
import { isSpeed, type Speed } from "./telling";

const SPEED = "khyber.speed";
const MUTED = "khyber.muted";

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // a private window may refuse; then it is forgotten
  }
}

/** The speed chosen before; who wants no motion is told everything at once. */
export function firstSpeed(): Speed {
  const chosen = kept(SPEED);
  if (isSpeed(chosen)) return chosen;
  return calm() ? "instant" : "normal";
}

export const keepSpeed = (speed: Speed): void => keep(SPEED, speed);

/** Settings that are on until they are switched off. */
export const keptOn = (name: string): boolean => kept(`khyber.${name}`) !== "off";
export const keepOn = (name: string, on: boolean): void => keep(`khyber.${name}`, on ? "on" : "off");

/** The last wish at a table, as a line of its chat, that was granted or waved away. */
export const heeded = (table: string): number => Number(kept(`khyber.heeded.${table}`)) || 0;
export const keepHeeded = (table: string, line: number): void => keep(`khyber.heeded.${table}`, String(line));

/** People whose lines are not shown. */
export function muted(): Set<string> {
  return new Set((kept(MUTED) ?? "").split(" ").filter(Boolean));
}

export const keepMuted = (people: ReadonlySet<string>): void => keep(MUTED, [...people].join(" "));
