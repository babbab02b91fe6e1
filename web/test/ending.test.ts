import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Following, Live } from "../src/lib/live";
import { Ending } from "../src/table/ending.svelte";

const VERSION = 7;
const silent = { frame: { version: VERSION }, preview: { key: "sweep", shown: undefined } } as unknown as Following;
const says = (stopped: string) =>
  ({ frame: { version: VERSION }, preview: { key: "sweep", shown: { stopped } } }) as unknown as Following;

let sent: string[];
let ending: Ending;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  ending = new Ending({ now: silent, preview: () => true } as unknown as Live, (key) => sent.push(key));
});

afterEach(() => vi.useRealTimers());

describe("a choice held back until the server says whether it ends the turn", () => {
  it("is shown as under way when the server is slow", () => {
    ending.foresee("taliban", "sweep", VERSION);
    expect(ending.slow).toBe(false);
    vi.advanceTimersByTime(250);
    expect(ending.slow).toBe(true);
    ending.heard(says("question"));
    expect(ending.slow).toBe(false);
    expect(sent).toEqual(["sweep"]);
  });

  it("is no longer under way when the player is asked instead, who still may be overruled", () => {
    ending.foresee("taliban", "sweep", VERSION);
    vi.advanceTimersByTime(5000);
    expect(ending.asked).toEqual({ key: "sweep", sure: false });
    expect(ending.slow).toBe(false);
    expect(ending.waits).toBe(true);
  });

  it("never looks slow where the answer comes at once", () => {
    ending.foresee("taliban", "sweep", VERSION);
    ending.heard(says("step"));
    vi.advanceTimersByTime(5000);
    expect(ending.slow).toBe(false);
    expect(ending.asked).toEqual({ key: "sweep", sure: true });
  });
});
