// The browser's clocks.

import type { Clock } from "./live";

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, what) => setTimeout(what, ms),
  cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
/** The same, but right after a frame was drawn: what is done then has all the time until the next one. */
export const frameClock: Clock = {
  now: browserClock.now,
  after: (ms, what) => {
    const waiting = { over: false };
    const act = () => waiting.over || what();
    setTimeout(() => (document.hidden ? act() : requestAnimationFrame(() => setTimeout(act))), ms);
    return waiting;
  },
  cancel: (waiting) => void ((waiting as { over: boolean }).over = true),
};
