// Scrolls the board to what the log tells: no further than needed, and never under an overlay.

import { calm } from "../lib/calm";

const ROOM = 12;

/** Scroll the table, or the page, so that these places of the board can be seen; nothing where the board is hidden. */
export function bringIntoSight(spaces: Iterable<string>): void {
  const boxes = [...spaces].flatMap((id) => {
    const found = document.querySelector(`[data-space="${CSS.escape(id)}"]`);
    return found?.checkVisibility() ? [found.getBoundingClientRect()] : [];
  });
  if (!boxes.length) return;
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  const over = document.querySelector("[data-telling]")?.getBoundingClientRect();
  const sheet = document.querySelector("[data-sheet]");
  const under = sheet && getComputedStyle(sheet).position === "fixed" ? sheet.getBoundingClientRect().top : innerHeight;
  const highest = (over?.bottom ?? 0) + ROOM;
  const down = bottom > under - ROOM ? Math.min(bottom - under + ROOM, top - highest) : 0;
  const by = top < highest ? top - highest : Math.max(0, down);
  if (!by) return;
  const table = document.querySelector(".table");
  const scroller = table && getComputedStyle(table).overflowY === "auto" ? table : window;
  scroller.scrollBy({ top: by, behavior: calm() ? "instant" : "smooth" });
}
