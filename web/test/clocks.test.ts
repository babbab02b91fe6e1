import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { frameClock } from "../src/lib/clocks";

describe("the clock of what is drawn", () => {
  let frames: (() => void)[];
  let done: string[];
  const frame = () => {
    for (const draw of frames.splice(0)) draw();
    vi.advanceTimersByTime(1);
  };

  beforeEach(() => {
    vi.useFakeTimers();
    [frames, done] = [[], []];
    vi.stubGlobal("document", { hidden: false });
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("acts after the frame that follows the time", () => {
    frameClock.after(100, () => done.push("told"));
    vi.advanceTimersByTime(99);
    frame();
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual([]);
    frame();
    expect(done).toEqual(["told"]);
  });

  it("can be cancelled until then", () => {
    const waiting = frameClock.after(100, () => done.push("told"));
    vi.advanceTimersByTime(100);
    frameClock.cancel(waiting);
    frame();
    expect(done).toEqual([]);
  });

  it("needs no frame in a tab that nobody sees", () => {
    vi.stubGlobal("document", { hidden: true });
    frameClock.after(100, () => done.push("told"));
    vi.advanceTimersByTime(100);
    expect(done).toEqual(["told"]);
  });
});
