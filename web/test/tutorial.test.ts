import { describe, expect, it } from "vitest";
import type { TutorialStep } from "../src/lib/contract";
import type { Question } from "../src/lib/contract";
import { fits, START, walked } from "../src/tutorial/path";

const step = (n: number, ask: string, key: string): TutorialStep => ({ n, title: "", text: "", otherwise: "", ask, key, lights: [] });
const steps = [step(1, "turn", "rally"), step(2, "rally-space", "khowst"), step(3, "turn", "rally")];
const question = (ask: string, ...keys: string[]): Question => ({
  seat: "taliban", ask, options: keys.map((key) => ({ key, text: key, about: {} })),
});

describe("a first game", () => {
  it("waits for a question with its answer on offer", () => {
    expect(fits(steps[0], question("turn", "march", "rally"))).toBe(true);
    expect(fits(steps[0], question("turn", "march"))).toBe(false);
    expect(fits(steps[1], question("turn", "rally"))).toBe(false);
    expect(fits(undefined, question("turn", "rally"))).toBe(false);
  });

  it("counts a choice once it is stored", () => {
    const sent = { ...START, sent: 4 };
    expect(walked(sent, steps, 4, question("turn", "rally"))).toEqual(sent);
    expect(walked(sent, steps, 5, question("rally-space", "khowst"))).toEqual({ ...START, made: 1 });
  });

  it("goes back with a choice that is taken back", () => {
    expect(walked({ ...START, made: 1 }, steps, 6, question("turn", "rally")).made).toBe(0);
  });

  it("goes back where the same answer is on offer before and after, if a choice is taken back", () => {
    const both = question("rally-space", "khowst", "done");
    const path = [...steps.slice(0, 2), step(3, "rally-space", "done")];
    expect(walked({ ...START, made: 2 }, path, 6, both).made).toBe(2);
    const asked = { ...START, made: 2, back: 6 };
    expect(walked(asked, path, 6, both)).toEqual(asked);
    expect(walked(asked, path, 7, both)).toEqual({ ...START, made: 1 });
    expect(walked({ ...asked, made: 3 }, path, 7, both).made).toBe(2);
  });

  it("waits while others play, and knows when the table went another way", () => {
    const walk = { ...START, made: 2 };
    expect(walked(walk, steps, 9, null)).toEqual(walk);
    expect(walked(walk, steps, 9, question("turn", "march")).strayed).toBe(true);
    expect(walked({ ...walk, strayed: true }, steps, 10, question("turn", "rally")).strayed).toBe(false);
  });

  it("is over after its last choice, whatever comes", () => {
    expect(walked({ ...START, made: 2, sent: 7 }, steps, 8, question("other", "x"))).toEqual({ ...START, made: 3 });
  });
});
