import { describe, expect, it } from "vitest";
import { SOUNDS, Sounds, VOLUME, type Sound } from "../src/lib/sounds";

/** A context that counts what is started, and keeps the loudest gain. */
function fake() {
  const heard = { started: 0, loudest: 0 };
  const node = { connect: () => node, start: () => heard.started++, stop: () => {}, frequency: { value: 0 }, buffer: null };
  const gain = {
    setValueAtTime: () => {},
    linearRampToValueAtTime: (value: number) => (heard.loudest = Math.max(heard.loudest, value)),
    exponentialRampToValueAtTime: () => {},
  };
  const context = {
    currentTime: 0,
    sampleRate: 8000,
    destination: {},
    resume: async () => {},
    createGain: () => ({ gain, connect: () => {} }),
    createOscillator: () => node,
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    createBufferSource: () => node,
  };
  return { heard, open: () => context as unknown as AudioContext };
}

describe("sounds", () => {
  it.each(Object.keys(SOUNDS) as Sound[])("play %s quietly once they are on", (sound) => {
    const { heard, open } = fake();
    expect(new Sounds(() => true, open).play(sound)).toBe(true);
    expect(heard.started).toBe(SOUNDS[sound].length);
    expect(heard.loudest).toBeLessThanOrEqual(VOLUME);
    expect(VOLUME).toBeLessThan(0.25);
  });

  it("are silent while they are off, and open no audio then", () => {
    let opened = 0;
    const sounds = new Sounds(() => false, () => (opened++, fake().open()));
    expect(sounds.play("turn")).toBe(false);
    expect(opened).toBe(0);
  });

  it("do not repeat at once", () => {
    let now = 1000;
    const sounds = new Sounds(() => true, fake().open, () => now);
    expect([sounds.play("dice"), sounds.play("dice"), sounds.play("event")]).toEqual([true, false, true]);
    now += 400;
    expect(sounds.play("dice")).toBe(true);
  });

  it("fail silently where a browser has none", () => {
    const none = () => {
      throw new Error("no audio");
    };
    expect(new Sounds(() => true, none).play("turn")).toBe(false);
  });
});
