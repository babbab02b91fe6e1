// Engine help between people: what a table allows while it runs, and why not more.

import type { HelpLevel, HelpNow, SeatInfo } from "./contract";
import type { Key } from "../text/catalogue";

/** From the least help to the most. */
export const HELP_LEVELS: readonly HelpLevel[] = ["none", "bot", "all"];

export const covers = (now: HelpNow, needed: HelpLevel): boolean => HELP_LEVELS.indexOf(needed) <= HELP_LEVELS.indexOf(now.level);

/** The help that an agent gives to whoever watches it play. */
export function given(agent: string): HelpLevel {
  if (agent.startsWith("agent:")) return "all";
  return agent.startsWith("bot:") ? "bot" : "none";
}

/** Whether a seat's bot may be asked why: at a table between people, what a bot of the game did for nobody is no advice. */
export function mayAskWhy(now: HelpNow, seat: SeatInfo): boolean {
  const needed = given(seat.agent);
  return needed !== "none" && (covers(now, needed) || (needed === "bot" && now.why === "table" && seat.player === null));
}

/** The sentence that says why there is no more help. */
export function whyNot(now: HelpNow): Key {
  if (now.why === "table") return now.level === "bot" ? "help.why-table-bot" : "help.why-table";
  return now.why === "origin" ? "help.why-origin" : "help.why-playing";
}

/** Whether two people have seats, or somebody may still take one. */
export function isBetweenPeople(players: readonly SeatInfo[]): boolean {
  const free = players.some((seat) => seat.player === null && (seat.invited || seat.agent === "person"));
  const owned = players.filter((seat) => seat.player !== null);
  return free || new Set(owned.map((seat) => (seat.mine ? "" : `@${seat.player}`))).size > 1;
}
