import { beforeEach, describe, expect, it } from "vitest";
import { Reading } from "../src/table/reading";

/** The box of a list: 100 of 1000 pixels are seen, at first the last. */
class Box extends EventTarget {
  scrollTop = 900;
  scrollHeight = 1000;
  readonly clientHeight = 100;

  /** Scroll, as the browser says it at that time. */
  scroll(to: number, when: number): void {
    this.scrollTop = to;
    send(this, "scroll", when);
  }
}

/** Events say their own time: here it is given. */
function send(to: EventTarget, kind: string, when: number, more: object = {}): void {
  const event = Object.assign(new Event(kind), more);
  Object.defineProperty(event, "timeStamp", { value: when });
  to.dispatchEvent(event);
}

let box: Box;
let reading: Reading;

const shown = () => box as unknown as HTMLElement;

beforeEach(() => {
  globalThis.window = new EventTarget() as typeof window;
  box = new Box();
  reading = new Reading();
  reading.watch(shown());
});

describe("a list that grows is followed", () => {
  it("although the browser moves it by itself", () => {
    box.scroll(300, 1000);
    box.scroll(0, 1010);
    expect(reading.follows).toBe(true);
  });

  it("although the page moves it, even right after a finger", () => {
    send(box, "touchmove", 1000);
    reading.show(shown(), 400);
    send(box, "scroll", 1010);
    expect(reading.follows).toBe(true);
  });

  it("although its end comes nearer while a finger moves", () => {
    send(box, "touchmove", 1000);
    box.scroll(890, 1010);
    expect(reading.follows).toBe(true);
  });

  it("until a finger moves it", () => {
    send(box, "touchmove", 1000);
    box.scroll(500, 1010);
    expect(reading.follows).toBe(false);
  });

  it("until a finger's push carries it away, in steps long after the finger", () => {
    send(box, "touchmove", 1000);
    box.scroll(899, 1100); // still at its end
    expect(reading.follows).toBe(true);
    for (const step of [1, 2, 3, 4, 5]) box.scroll(899 - 40 * step, 1100 + 200 * step);
    expect(reading.follows).toBe(false);
  });

  it("and a scroll long after the finger is the browser's", () => {
    send(box, "touchmove", 1000);
    box.scroll(899, 1010);
    box.scroll(300, 2000);
    expect(reading.follows).toBe(true);
  });

  it("not for a moment after a key or the wheel goes back, however little the browser has scrolled yet", () => {
    for (const [kind, more] of [["keydown", { key: "Home" }], ["wheel", { deltaY: -100 }]] as const) {
      box.scrollTop = 900;
      send(box, "keydown", 900, { key: "End" });
      box.scroll(900, 910);
      expect(reading.follows).toBe(true);
      send(box, kind, 1000, more);
      expect(reading.follows).toBe(false);
      box.scroll(890, 1010);
      expect(reading.follows).toBe(false);
    }
  });

  it("although a key goes back where there is nothing to go back to", () => {
    box.scrollTop = 0;
    send(box, "keydown", 1000, { key: "Home" });
    expect(reading.follows).toBe(true);
  });

  it("until the wheel moves it", () => {
    send(box, "wheel", 1000);
    box.scroll(500, 1010);
    expect(reading.follows).toBe(false);
  });

  it("until the scroll bar is dragged, however long it is held", () => {
    send(box, "pointerdown", 1000);
    box.scroll(500, 9000);
    expect(reading.follows).toBe(false);
  });

  it.each([
    ["pointermove", 0],
    ["pointerup", 0],
    ["pointercancel", 0],
  ])("again after the scroll bar was released, which a %s says", (kind, buttons) => {
    send(box, "pointerdown", 1000);
    send(window, "pointermove", 1500, { buttons: 1 });
    box.scroll(880, 1600);
    expect(reading.follows).toBe(true);
    send(window, kind, 2000, { buttons });
    box.scroll(300, 5000);
    expect(reading.follows).toBe(true);
  });

  it("although an entry of it was clicked", () => {
    const entry = new EventTarget();
    const click = new Event("pointerdown");
    Object.defineProperty(click, "target", { value: entry });
    box.dispatchEvent(click);
    box.scroll(300, 1010);
    expect(reading.follows).toBe(true);
  });

  it.each(["ArrowUp", "PageUp", "Home", "Tab", " "])("until the key %j moves it", (key) => {
    send(box, "keydown", 1000, { key });
    box.scroll(500, 1010);
    expect(reading.follows).toBe(false);
  });

  it.each(["Enter", "Escape", "a"])("although %j was pressed in it", (key) => {
    send(box, "keydown", 1000, { key });
    box.scroll(500, 1010);
    expect(reading.follows).toBe(true);
  });

  it("again once its reader has returned to its end", () => {
    send(box, "touchmove", 1000);
    box.scroll(500, 1010);
    send(box, "touchmove", 2000);
    box.scroll(895, 2010);
    expect(reading.follows).toBe(true);
  });

  it("no longer once nobody watches", () => {
    const end = new Reading();
    end.watch(shown())();
    send(box, "wheel", 1000);
    box.scroll(0, 1010);
    expect([reading.follows, end.follows]).toEqual([false, true]);
  });

  it("and a box that is not shown says nothing", () => {
    Object.defineProperty(box, "clientHeight", { value: 0 });
    send(box, "wheel", 1000);
    box.scroll(0, 1010);
    expect(reading.follows).toBe(true);
  });
});
