// What can be said of an Objective in few words.

import type { Operation, SideView } from "./view";

/** How far an Objective that counts Operations has come: " 1/3", and no further than all; nothing for others. */
export function progress(id: string, side: SideView): string {
  const found = /^(recruit|construct|declare|attack|patrol)(\d+)$/.exec(id);
  return found ? ` ${Math.min(side.completed[found[1] as Operation], Number(found[2]))}/${found[2]}` : "";
}

/** The Objectives that a side keeps, where one may see them. */
export const keptBy = (side: SideView): string[] => (Array.isArray(side.objectives) ? side.objectives : []);
