import { describe, expect, it } from "vitest";
import type { Preview } from "../src/lib/contract";
import { delay, FIRST_DELAY, heard, LONGEST_DELAY, NOTHING, PING_EVERY, SILENCE } from "../src/lib/live";
import { event, following, frame } from "./fakes";

describe("frames", () => {
  it("cuts the log where the frame begins and appends what is new", () => {
    let known = heard(NOTHING, frame(1, { since: 0, events: [event(0), event(1), event(2)] }));
    known = heard(known, frame(2, { since: 3, events: [event(3)] }));
    expect(known.events.map((one) => one.n)).toEqual([0, 1, 2, 3]);
    known = heard(known, frame(3, { since: 2, events: [event(2, "another")], epoch: 1 }));
    expect(known.events.map((one) => one.text)).toEqual(["event 0", "event 1", "another"]);
  });

  it("keeps what it has when a frame tells nothing new, and cuts when something was taken back", () => {
    const known = heard(NOTHING, frame(5, { events: [event(0), event(1), event(2)] }));
    expect(heard(known, frame(5, { since: 3 })).events).toHaveLength(3);
    expect(heard(known, frame(6, { since: 1, epoch: 1 })).events.map((one) => one.n)).toEqual([0]);
  });

  it("ignores a frame of an older version", () => {
    const known = heard(NOTHING, frame(7));
    expect(heard(known, frame(6))).toBe(known);
    expect(heard(known, frame(7, { status: "paused" })).frame?.status).toBe("paused");
  });

  it("forgets asides of another version", () => {
    let known = heard(NOTHING, frame(1));
    const give = { key: "give", text: "Give", about: {} };
    known = heard(known, { type: "asides", id: 1, version: 1, asides: { north: [give] } });
    expect(known.asides?.open["north"]).toHaveLength(1);
    expect(heard(known, frame(1)).asides).not.toBeNull();
    expect(heard(known, frame(2)).asides).toBeNull();
  });

  it("orders chat lines and takes each once", () => {
    const line = (id: number) => ({ id, user: "u", name: "N", text: `line ${id}`, at: 0, wish: null });
    let known = heard(NOTHING, { type: "chat", lines: [line(1), line(2)] });
    known = heard(known, { type: "chat", lines: [line(2), line(3)] });
    expect(known.chat.map((one) => one.id)).toEqual([1, 2, 3]);
  });

  it("tells of bots that stood in until that is read", () => {
    const away = [{ seat: "south", agent: "random", by: "Ann", at: 1, choices: 3, still: false }];
    const { live, socket } = following();
    live.start();
    socket().open();
    socket().tell({ type: "away", stood_in: away });
    expect(live.now.away).toEqual(away);
    live.read();
    expect(live.now.away).toEqual([]);
  });

  it("is not troubled by messages it does not know", () => {
    const { live, socket } = following();
    live.start();
    socket().open();
    socket().onmessage?.({ data: "no json" });
    socket().onmessage?.({ data: "[]" });
    socket().onmessage?.({ data: '{"type": "novelty"}' });
    socket().tell(frame(1));
    expect(live.now.frame?.version).toBe(1);
  });
});

describe("previews", () => {
  const shown = (id: number, key: string, version = 4): Preview => ({
    type: "preview",
    id,
    version,
    seat: "north",
    key,
    view: {},
    events: [],
    stopped: "question",
  });

  it("shows the last one asked for and no other", () => {
    const { live, socket } = following();
    live.start();
    expect(live.preview("north", "a")).toBe(false); // nothing is known yet
    socket().open();
    socket().tell(frame(4));
    expect(live.preview("north", "a")).toBe(true);
    expect(live.preview("north", "a")).toBe(true); // asked already
    expect(live.preview("north", "b")).toBe(true);
    expect(socket().sent.map((said) => [said["id"], said["key"]])).toEqual([[1, "a"], [2, "b"]]);
    socket().tell(shown(1, "a"));
    expect(live.now.preview?.shown).toBeNull();
    socket().tell(shown(2, "b"));
    expect(live.now.preview?.shown?.key).toBe("b");
    live.forgetPreview();
    expect(live.now.preview).toBeNull();
    socket().tell(shown(2, "b"));
    expect(live.now.preview).toBeNull();
  });

  it("is gone with the state that it was of, and where it is refused nothing is said", () => {
    const { live, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(4));
    live.preview("north", "a");
    socket().tell(frame(5));
    expect(live.now.preview).toBeNull();
    live.preview("north", "a");
    socket().tell({ type: "error", id: 2, error: { code: "rate-limited", message: "slowly" } });
    expect(live.now.preview).toBeNull();
    expect(live.now.problem).toBeNull();
  });
});

describe("choices", () => {
  it("names the version on the screen and waits for the acknowledgement", () => {
    const { live, socket } = following();
    live.start();
    expect(live.choose("north", "a")).toBe(false); // nothing is known yet
    socket().open();
    socket().tell(frame(4));
    expect(live.choose("north", "a")).toBe(true);
    expect(socket().sent).toEqual([{ type: "choose", id: 1, version: 4, seat: "north", key: "a" }]);
    expect(live.choose("north", "a")).toBe(false); // one at a time
    socket().tell({ type: "ack", id: 1, version: 5 });
    expect(live.now.pending).toBeNull();
    socket().tell(frame(5));
    expect(live.choose("north", "a")).toBe(true);
    expect(socket().sent[1]).toMatchObject({ version: 5, id: 2 });
  });

  it("sends a choice that is warned of when it is confirmed, and not before", () => {
    const warned = { seat: "north", ask: "air", rule: "2", question: "?", options: [{ key: "done", text: "No more", about: {}, warning: "Sure?" }] };
    const { live, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(4, { decision: warned }));
    expect(live.choose("north", "done")).toBe(false);
    expect(live.now.confirming).toEqual({ seat: "north", key: "done", warning: "Sure?" });
    live.reconsider();
    expect(live.now.confirming).toBeNull();
    expect(live.confirm()).toBe(false);
    expect(socket().sent).toEqual([]);
    live.choose("north", "done");
    expect(live.confirm()).toBe(true);
    expect(live.now.confirming).toBeNull();
    expect(socket().sent).toEqual([{ type: "choose", id: 1, version: 4, seat: "north", key: "done" }]);
  });

  it("forgets what was to be confirmed when the table moves on", () => {
    const options = [{ key: "done", text: "No more", about: {}, warning: "Sure?" }];
    const { live, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(4, { decision: { seat: "north", ask: "air", rule: "2", question: "?", options } }));
    live.choose("north", "done");
    socket().tell(frame(5));
    expect(live.now.confirming).toBeNull();
  });

  it("shows a stale choice as such, and goes on with the state sent again", () => {
    const { live, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(4));
    live.choose("north", "a");
    socket().tell({ type: "error", id: 1, error: { code: "stale", message: "the table is at version 6" } });
    expect(live.now.pending).toBeNull();
    socket().tell(frame(6));
    expect(live.now.problem?.code).toBe("stale"); // still to be read, though the table moved
    expect(live.choose("north", "a")).toBe(true);
    expect(socket().sent[1]).toMatchObject({ version: 6 });
    expect(live.now.problem).toBeNull();
  });

  it("does not take another's refusal for its own", () => {
    const { live, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(4));
    live.choose("north", "a");
    socket().tell({ type: "error", id: 99, error: { code: "rate-limited", message: "chat" } });
    expect(live.now.pending?.id).toBe(1);
  });

  it("undoes, agrees and asks for asides", () => {
    const { live, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(4));
    live.undo("north");
    socket().tell({ type: "ack", id: 1, version: 5 });
    socket().tell(frame(5, { epoch: 1 }));
    live.agree(false);
    live.askAsides();
    live.chat("hello");
    expect(socket().sent.map((one) => one["type"])).toEqual(["undo", "agree", "asides", "chat"]);
  });
});

describe("the line", () => {
  it("comes back with growing pauses and resumes after the last event", () => {
    const { live, clock, sockets, socket } = following();
    live.start();
    expect(socket().url).toContain("since=0&epoch=0");
    socket().open();
    socket().tell(frame(4, { epoch: 2, events: [event(0), event(1)] }));
    socket().drop();
    expect(live.now.connection).toBe("waiting");
    expect(live.now.events).toHaveLength(2); // what was known is still shown
    clock.pass(FIRST_DELAY);
    expect(sockets).toHaveLength(2);
    expect(socket().url).toContain("since=2&epoch=2");
    socket().drop();
    clock.pass(FIRST_DELAY);
    expect(sockets).toHaveLength(2);
    clock.pass(FIRST_DELAY);
    expect(sockets).toHaveLength(3);
    socket().open();
    socket().tell(frame(5, { epoch: 2, since: 2, events: [event(2)] }));
    expect(live.now.events).toHaveLength(3);
    expect(live.now.attempts).toBe(0);
    expect(live.now.connection).toBe("open");
  });

  it("waits at most half a minute, and not in step with others", () => {
    expect(delay(0, 1)).toBe(FIRST_DELAY);
    expect(delay(0, 0)).toBe(FIRST_DELAY / 2);
    expect(delay(30, 1)).toBe(LONGEST_DELAY);
  });

  it("gives up what was not acknowledged: the next frame tells whether it counted", () => {
    const { live, clock, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(4));
    live.choose("north", "a");
    socket().drop();
    expect(live.now.pending).toBeNull();
    expect(live.choose("north", "a")).toBe(false);
    clock.pass(FIRST_DELAY);
    socket().open();
    socket().tell(frame(5));
    expect(socket().sent).toEqual([]); // nothing is sent twice
  });

  it("notices a dead line by its silence", () => {
    const { live, clock, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(1));
    clock.pass(PING_EVERY);
    expect(socket().sent).toEqual([{ type: "ping", id: 0 }]);
    socket().tell({ type: "pong", id: 0 });
    clock.pass(SILENCE);
    expect(live.now.connection).toBe("open");
    clock.pass(PING_EVERY + 1);
    expect(live.now.connection).not.toBe("open");
  });

  it("tries at once when the device wakes up", () => {
    const { live, sockets, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(1));
    socket().drop();
    live.wake();
    expect(sockets).toHaveLength(2);
    expect(live.now.connection).toBe("connecting");
  });

  it("stops where there is no table for us", async () => {
    const { live, clock, sockets, socket } = following(() => Promise.resolve(false));
    live.start();
    socket().drop();
    await Promise.resolve();
    await Promise.resolve();
    expect(live.now.connection).toBe("refused");
    clock.pass(LONGEST_DELAY);
    expect(sockets).toHaveLength(1);
  });

  it("begins anew in another language, and keeps the chat", () => {
    const { live, sockets, socket } = following();
    live.start();
    socket().open();
    socket().tell(frame(4, { events: [event(0)] }));
    socket().tell({ type: "chat", lines: [{ id: 1, user: "u", name: "N", text: "hi", at: 0, wish: null }] });
    live.restart();
    expect(sockets[0]!.closed).toBe(true);
    expect(socket().url).toContain("since=0");
    expect(live.now.frame).toBeNull();
    expect(live.now.chat).toHaveLength(1);
    sockets[0]!.tell(frame(9)); // a late word through the old socket
    expect(live.now.frame).toBeNull();
  });

  it("is silent once it is left", () => {
    const { live, clock, sockets, socket } = following();
    live.start();
    socket().open();
    live.stop();
    clock.pass(10 * LONGEST_DELAY);
    expect(sockets).toHaveLength(1);
    expect(socket().closed).toBe(true);
  });
});
