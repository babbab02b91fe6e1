// A clock and a socket that tests move by hand, and frames to send.

import type { Frame, Received, Told } from "../src/lib/contract";
import { Live, type Clock, type Following, type Socket } from "../src/lib/live";

export class FakeClock implements Clock {
  time = 1_000_000;
  private timers: { id: number; at: number; what: () => void }[] = [];
  private nextId = 1;

  now = (): number => this.time;

  after(ms: number, what: () => void): number {
    const id = this.nextId++;
    this.timers.push({ id, at: this.time + ms, what });
    return id;
  }

  cancel(timer: unknown): void {
    this.timers = this.timers.filter((one) => one.id !== timer);
  }

  pass(ms: number): void {
    const until = this.time + ms;
    for (;;) {
      const next = this.timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.time = next.at;
      this.cancel(next.id);
      next.what();
    }
    this.time = until;
  }
}

export class FakeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly sent: Record<string, unknown>[] = [];
  closed = false;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.({});
  }

  tell(message: Received): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    this.onclose?.({ code });
  }
}

export const event = (n: number, text = `event ${n}`): Told => ({ n, step: 1, kind: "told", rule: "1.1", text, told: {} });

export const frame = (version: number, more: Partial<Frame> = {}): Frame => ({
  type: "frame",
  version,
  epoch: 0,
  status: "running",
  seats: ["north"],
  players: [],
  help: { level: "all", why: "" },
  view: {},
  past: {},
  decision: { seat: "north", ask: "turn", rule: "2", question: "?", options: [{ key: "a", text: "A", about: {} }] },
  asides: {},
  since: 0,
  events: [],
  outcome: null,
  can_undo: [],
  undo: null,
  handover: null,
  last_turn: 0,
  rematch: false,
  trouble: "",
  quarantined: false,
  ...more,
});

export function following(there: () => Promise<boolean> = () => Promise.resolve(true)) {
  const clock = new FakeClock();
  const sockets: FakeSocket[] = [];
  const seen: Following[] = [];
  const live = new Live({
    url: (since, epoch) => `ws://x/live?since=${since}&epoch=${epoch}`,
    open: (url) => {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    clock,
    random: () => 1,
    changed: (now) => seen.push(now),
    probe: there,
  });
  const socket = (): FakeSocket => sockets[sockets.length - 1]!;
  return { live, clock, sockets, seen, socket };
}
