// A table followed over a socket: frames, versions, pending choices, reconnecting. No framework and no page in here.

import type { ChatLine, Frame, OptionText, Preview, Problem, Received, Said, StoodIn, Told, UndoScope, Wish } from "./contract";
import { steady } from "./steady";

export interface Socket {
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: unknown) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Clock {
  now(): number;
  after(ms: number, what: () => void): unknown;
  cancel(timer: unknown): void;
}

export type Connection = "connecting" | "open" | "waiting" | "closed" | "refused";

/** All that the page shows of the table. A new object for every change. */
export interface Following {
  connection: Connection;
  /** When the next attempt is due, by the clock. */
  retryAt: number;
  attempts: number;
  frame: Frame | null;
  events: readonly Told[];
  chat: readonly ChatLine[];
  here: readonly string[];
  /** Players who left just now: they, too, may object to a bot in their seat. */
  recent: readonly string[];
  watching: number;
  /** Bots that others put into my seats, until I have read of them. */
  away: readonly StoodIn[];
  asides: { open: Record<string, OptionText[]> } | null;
  /** The change that was asked for and is not acknowledged yet. */
  pending: { id: number } | null;
  /** The preview asked for last: its id, and its answer once it is there. */
  preview: { id: number; key: string; shown: Preview | null } | null;
  /** An undo that is asked about before it is done: of which seat, and what it would take back once that is known. */
  undoing: { id: number; seat: string; scope: UndoScope | null } | null;
  problem: Problem | null;
  /** An option that its game warns of, until it is confirmed or dropped. */
  confirming: { seat: string; key: string; warning: string } | null;
}

export interface Wiring {
  url(since: number, epoch: number): string;
  open(url: string): Socket;
  clock: Clock;
  random(): number;
  changed(now: Following): void;
  /** Browsers do not tell why a socket was not let in: whether the table is there and open to us at all. */
  probe(): Promise<boolean>;
}

export const FIRST_DELAY = 500;
export const LONGEST_DELAY = 30_000;
export const PING_EVERY = 15_000;
export const SILENCE = 40_000;
const IMPATIENT = 5_000;
/** Closed with one of these, trying again is no use: refused by policy, gone, or not for this person. */
const FINAL: ReadonlySet<number> = new Set([1008, 4401, 4403, 4404]);

export const NOTHING: Following = {
  connection: "connecting",
  retryAt: 0,
  attempts: 0,
  frame: null,
  events: [],
  chat: [],
  here: [],
  recent: [],
  watching: 0,
  away: [],
  asides: null,
  pending: null,
  preview: null,
  undoing: null,
  problem: null,
  confirming: null,
};

/** The wait before an attempt: doubled each time, up to half of it by chance, so that clients do not come in step. */
export function delay(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(attempt, 16));
  return Math.round(longest * (0.5 + random / 2));
}

/** What is known after a message, from what was known before. */
export function heard(known: Following, message: Received): Following {
  switch (message.type) {
    case "frame":
      return withFrame(known, message);
    case "ack":
      return known.pending?.id === message.id ? { ...known, pending: null, problem: null } : known;
    case "preview":
      // only the last one asked for counts, and only on the table as it is
      return known.preview?.id === message.id && known.frame?.version === message.version
        ? { ...known, preview: { ...known.preview, shown: { ...message, view: steady(known.frame.view, message.view) } } }
        : known;
    case "undo-scope":
      return known.undoing?.id === message.id && known.frame?.version === message.version
        ? { ...known, undoing: { ...known.undoing, scope: message.scope } }
        : known;
    case "error": {
      if (known.preview !== null && known.preview.id === message.id) return { ...known, preview: null };
      const mine = message.id == null || known.pending?.id === message.id;
      const undoing = known.undoing?.id === message.id ? null : known.undoing;
      return { ...known, problem: message.error, undoing, pending: mine ? null : known.pending };
    }
    case "chat":
      return { ...known, chat: withLines(known.chat, message.lines) };
    case "presence":
      return { ...known, here: message.here, recent: message.recent, watching: message.watching };
    case "away":
      return { ...known, away: message.stood_in };
    case "asides":
      return { ...known, asides: { open: message.asides } };
    default:
      return known; // a pong, or what only a newer server says
  }
}

function withFrame(known: Following, frame: Frame): Following {
  const before = known.frame;
  if (before && frame.version < before.version) return known; // versions never fall: this one is late
  const kept = known.events.filter((event) => event.n < frame.since);
  const moved = !before || before.version !== frame.version;
  const offered = Object.keys(frame.asides).length > 0;
  return {
    ...known,
    frame: before ? { ...frame, view: steady(before.view, frame.view) } : frame,
    events: [...kept, ...frame.events],
    preview: moved ? null : known.preview,
    confirming: moved ? null : known.confirming,
    undoing: moved ? null : known.undoing,
    asides: offered ? { open: frame.asides } : moved ? null : known.asides,
    problem: moved && known.problem?.code !== "stale" ? null : known.problem,
  };
}

function withLines(known: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const byId = new Map(known.map((line) => [line.id, line]));
  for (const line of more) byId.set(line.id, line);
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

export class Live {
  now: Following = NOTHING;
  private socket: Socket | null = null;
  private timer: unknown = null;
  private beat: unknown = null;
  private lastHeard = 0;
  private letIn = false;
  private nextId = 1;

  constructor(private readonly wiring: Wiring) {}

  /** Leave the table. */
  stop(): void {
    this.drop();
    this.change({ connection: "closed", pending: null });
  }

  /** Begin again from nothing, for instance in another language. */
  restart(): void {
    this.drop();
    this.change({ ...NOTHING, chat: this.now.chat });
    this.start();
  }

  /** The device woke up or is online again: do not wait any longer, or see whether the line still holds. */
  wake(): void {
    if (this.now.connection === "waiting") this.start();
    else if (this.now.connection === "open") {
      const asked = this.wiring.clock.now();
      this.say({ type: "ping", id: 0 });
      this.wiring.clock.after(IMPATIENT, () => {
        if (this.now.connection === "open" && this.lastHeard < asked) this.lost(1006);
      });
    }
  }

  /** Answer, or take something unasked. An option with a warning, or a doubt of the board, waits for `confirm`. */
  choose(seat: string, key: string, doubt?: string): boolean {
    const decision = this.now.frame?.decision;
    const warning = doubt ?? (decision?.seat === seat ? decision.options?.find((option) => option.key === key)?.warning : undefined);
    if (warning === undefined) return this.send(seat, key);
    if (!this.now.pending && this.now.connection === "open") this.change({ confirming: { seat, key, warning } });
    return false;
  }

  /** Answer with the option that was warned of. */
  confirm(): boolean {
    const wanted = this.now.confirming;
    if (!wanted) return false;
    this.change({ confirming: null });
    return this.send(wanted.seat, wanted.key);
  }

  /** Drop it. */
  reconsider(): void {
    if (this.now.confirming) this.change({ confirming: null });
  }

  private send(seat: string, key: string): boolean {
    return this.move((id, version) => ({ type: "choose", id, version, seat, key }));
  }

  undo(seat: string): boolean {
    return this.move((id, version) => ({ type: "undo", id, version, seat }));
  }

  /** Ask what an undo past a barrier would take back: the answer comes as `undoing`. */
  undoScope(seat: string): boolean {
    const { frame, undoing } = this.now;
    if (!frame || undoing) return false;
    const id = this.nextId++;
    if (!this.say({ type: "undo-scope", id, version: frame.version, seat })) return false;
    this.change({ undoing: { id, seat, scope: null }, problem: null });
    return true;
  }

  /** Leave it as it is. */
  keep(): void {
    if (this.now.undoing) this.change({ undoing: null });
  }

  agree(agree: boolean): boolean {
    return this.move((id, version) => ({ type: "agree", id, version, agree }));
  }

  chat(text: string): boolean {
    return this.say({ type: "chat", id: this.nextId++, text });
  }

  /** One seat asks another for something: it is said at the table. */
  wish(wanted: Wish): boolean {
    return this.say({ type: "wish", id: this.nextId++, ...wanted });
  }

  /** What the choice would change: the answer comes as `preview`. The last one asked for counts. */
  preview(seat: string, key: string): boolean {
    const { frame, preview } = this.now;
    if (!frame) return false;
    if (preview?.key === key) return true;
    const id = this.nextId++;
    if (!this.say({ type: "preview", id, version: frame.version, seat, key })) return false;
    this.change({ preview: { id, key, shown: null } });
    return true;
  }

  forgetPreview(): void {
    if (this.now.preview) this.change({ preview: null });
  }

  askAsides(): boolean {
    return this.say({ type: "asides", id: this.nextId++ });
  }

  dismiss(): void {
    this.change({ problem: null });
  }

  /** What happened while I was away is read. */
  read(): void {
    this.change({ away: [] });
  }

  /** One change at a time, for the version that is on the screen. */
  private move(write: (id: number, version: number) => Said): boolean {
    const frame = this.now.frame;
    if (!frame || this.now.pending || this.now.connection !== "open") return false;
    const id = this.nextId++;
    if (!this.say(write(id, frame.version))) return false;
    this.change({ pending: { id }, problem: null });
    return true;
  }

  private say(said: Said): boolean {
    if (this.now.connection !== "open" || !this.socket) return false;
    this.socket.send(JSON.stringify(said));
    return true;
  }

  private change(what: Partial<Following>): void {
    this.now = { ...this.now, ...what };
    this.wiring.changed(this.now);
  }

  /** Follow the table, from where it was left. */
  start(): void {
    this.drop();
    const { events, frame } = this.now;
    const last = events[events.length - 1];
    this.change({ connection: "connecting" });
    const socket = this.wiring.open(this.wiring.url(last ? last.n + 1 : 0, frame?.epoch ?? 0));
    this.socket = socket;
    this.lastHeard = this.wiring.clock.now();
    this.letIn = false;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.letIn = true;
      this.lastHeard = this.wiring.clock.now();
      this.change({ connection: "open" });
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.lastHeard = this.wiring.clock.now();
      const message = read(event.data);
      if (!message) return;
      const known = heard(this.now, message);
      this.change(message.type === "frame" ? { ...known, attempts: 0 } : known);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
    this.beat = this.wiring.clock.after(PING_EVERY, () => this.pulse());
  }

  private pulse(): void {
    const { clock } = this.wiring;
    if (clock.now() - this.lastHeard > SILENCE) {
      this.lost(1006);
      return;
    }
    this.say({ type: "ping", id: 0 });
    this.beat = clock.after(PING_EVERY, () => this.pulse());
  }

  /** The line is down. What was asked and not acknowledged may have been accepted: the next frame tells. */
  private lost(code: number): void {
    this.drop();
    if (FINAL.has(code)) {
      this.change({ connection: "refused", pending: null });
      return;
    }
    const wait = delay(this.now.attempts, this.wiring.random());
    const { clock } = this.wiring;
    this.change({
      connection: "waiting",
      attempts: this.now.attempts + 1,
      retryAt: clock.now() + wait,
      pending: null,
      asides: null,
      preview: null,
      undoing: null,
    });
    this.timer = clock.after(wait, () => this.start());
    if (!this.letIn) void this.seeWhetherOpen();
  }

  private async seeWhetherOpen(): Promise<void> {
    if ((await this.wiring.probe()) || this.now.connection !== "waiting") return;
    this.drop();
    this.change({ connection: "refused" });
  }

  private drop(): void {
    const { clock } = this.wiring;
    if (this.timer !== null) clock.cancel(this.timer);
    if (this.beat !== null) clock.cancel(this.beat);
    this.timer = this.beat = null;
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close(1000);
    } catch {
      // it was closed already
    }
  }
}

function read(data: unknown): Received | null {
  if (typeof data !== "string") return null;
  try {
    const told = JSON.parse(data) as Received;
    return typeof told === "object" && told !== null && typeof told.type === "string" ? told : null;
  } catch {
    return null;
  }
}
