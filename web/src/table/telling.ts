// Telling what happened, entry by entry, however fast it comes. The board shows the told moment; frames wait in a queue.
// No framework and no page in here.

import type { GameBoard } from "../boards/contract";
import type { JsonObject, Told } from "../lib/contract";
import type { Clock } from "../lib/live";

export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];
export const isSpeed = (word: string | null): word is Speed => SPEEDS.some((speed) => speed === word);

/** Milliseconds for a group of entries of weight 1. */
const PACE: Record<Speed, number> = { slow: 1500, normal: 750, fast: 240, instant: 0 };
/** At normal speed a long replay takes at most so long for each entry; a short one need not hurry. */
const LONGEST_PER_ENTRY = 190;
const SHORT = 4000;
/** Maximum moments kept for going back. */
const MOST = 400;

/** What telling needs of a board. */
export type Followed<View> = Pick<GameBoard<View>, "after" | "isHead" | "weight" | "isBeat">;

export interface Moment<View> {
  event: Told;
  /** The board after it. */
  view: View;
  /** Whether the server said so; else it follows from the board before. */
  known: boolean;
}

/** What is told just now. A new object for every change. */
export interface Telling<View = JsonObject> {
  /** How many of the moments have been told. */
  at: number;
  of: number;
  paused: boolean;
  speed: Speed;
  /** The moment shown; null before the first, and where nothing is told. */
  moment: Moment<View> | null;
  /** The entries that led to it, since what was shown before: they move and light up. */
  just: readonly Told[];
  /** The board to show; null: as the table is now. */
  view: View | null;
}

export const TOLD: Telling<never> = { at: 0, of: 0, paused: false, speed: "normal", moment: null, just: [], view: null };
/** Whether the board is behind the table. */
export const behind = (telling: Telling<unknown>): boolean => telling.at < telling.of;

/** What is new in a log, and from which entry on the old one does not hold any more (it was taken back); null: all does. */
export function news(before: readonly Told[], next: readonly Told[]): { fresh: readonly Told[]; cut: number | null } {
  let same = 0;
  for (; same < before.length && same < next.length; same += 1) {
    const [one, other] = [before[same]!, next[same]!];
    if (one !== other && (one.n !== other.n || one.kind !== other.kind || one.text !== other.text)) break;
  }
  return { fresh: next.slice(same), cut: before[same]?.n ?? null };
}

export class Teller<View = JsonObject> {
  now: Telling<View> = TOLD;
  private start: View | null = null;
  private moments: Moment<View>[] = [];
  private at = 0;
  private paused = false;
  /** Where the replay under way began, and how much faster than its pace it must be. */
  private from = 0;
  private haste = 1;
  private timer: unknown = null;

  constructor(
    private readonly board: Followed<View>,
    private readonly clock: Clock,
    private readonly changed: (now: Telling<View>) => void,
    private speed: Speed,
  ) {}

  /**
   * Entries that came in, from board to board. What is one's own doing need not be told: it is shown.
   *
   * All these boards are kept: they must not hold what may not be looked up later. `before` is null after an undo,
   * where the board that was shown is not the one that the entries begin from.
   */
  heard(before: View | null, then: View, events: readonly Told[], own: boolean): void {
    if (!events.length) return;
    const live = this.at === this.moments.length;
    const base = before ?? this.moments.at(-1)?.view ?? this.start ?? then;
    if (live) {
      this.drop(base);
      this.from = this.at;
    } else if (!this.moments.length) this.start = base;
    this.add(events);
    Object.assign(this.moments.at(-1)!, { view: then, known: true });
    if ((own && live) || this.speed === "instant") {
      this.at = this.moments.length;
      this.go(false, events);
    } else this.go(false, live ? [] : this.now.just);
  }

  /** Tell once more what happened since a board. */
  again(before: View, events: readonly Told[]): void {
    this.drop(before);
    this.moments = [];
    this.start = before;
    this.at = this.from = 0;
    this.paused = false;
    this.add(events);
    this.go(true);
  }

  /** Choices were taken back from entry `n` on: what was told of them is not so any more. */
  cut(n: number): void {
    this.moments = this.moments.filter((moment) => moment.event.n < n);
    this.at = this.from = this.moments.length;
    this.go();
  }

  /** Drop every moment: whoever looks on may know other things of them now. */
  forget(): void {
    this.moments = [];
    this.start = null;
    this.at = this.from = 0;
    this.paused = false;
    this.go();
  }

  /** Takes the board after entry `n` as the start for replaying what follows. */
  settle(n: number, view: View): void {
    const place = this.moments.findLastIndex((moment) => moment.event.n <= n);
    if (place < 0) return;
    Object.assign(this.moments[place]!, { view, known: true });
    this.follow(place + 1);
    const shown = this.moments[this.at - 1]?.view;
    if (this.now.view === null || shown === undefined || shown === this.now.view) return;
    this.now = { ...this.now, view: shown };
    this.changed(this.now);
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    if (speed === "instant" && !this.paused) this.at = this.moments.length;
    this.go(false, this.now.just);
  }

  hold(paused: boolean): void {
    this.paused = paused;
    this.go(false, this.now.just);
  }

  /** One moment on or back; then it stands still. */
  step(by: number): void {
    this.at = Math.max(0, Math.min(this.moments.length, this.at + by));
    this.paused = this.at < this.moments.length;
    this.go(false, this.here());
  }

  /** To just before an entry. */
  to(n: number): void {
    const place = this.moments.findIndex((moment) => moment.event.n >= n);
    this.at = this.from = place < 0 ? this.moments.length : place;
    this.hurry();
    this.go(true, this.here());
  }

  /** On to where the next turn begins. */
  skipTurn(): void {
    const next = this.moments.findIndex(({ event }, place) => place > this.at && this.board.isHead(event, this.moments[place - 1]?.event));
    this.at = next < 0 ? this.moments.length : next;
    this.go();
  }

  /** To the table as it is now. */
  skip(): void {
    this.at = this.moments.length;
    this.paused = false;
    this.go();
  }

  stop(): void {
    if (this.timer !== null) this.clock.cancel(this.timer);
    this.timer = null;
  }

  private add(events: readonly Told[]): void {
    const from = this.moments.length;
    for (const event of events) this.moments.push({ event, view: this.start!, known: false });
    this.follow(from);
    this.hurry();
  }

  /** Returns the end of the group that begins at a place: the entries of one action are replayed together. */
  private groupEnd(from: number): number {
    let end = from + 1;
    while (end < this.moments.length && !this.begins(end)) end += 1;
    return end;
  }

  private begins(place: number): boolean {
    const [event, before] = [this.moments[place]!.event, this.moments[place - 1]?.event];
    return this.board.isBeat ? this.board.isBeat(event, before) : true;
  }

  private weight(from: number, end: number): number {
    return Math.max(...this.moments.slice(from, end).map(({ event }) => this.board.weight(event)));
  }

  /** A long replay is told faster, so that nobody waits for minutes. */
  private hurry(): void {
    let natural = 0;
    for (let place = this.from; place < this.moments.length; ) {
      const end = this.groupEnd(place);
      natural += PACE.normal * this.weight(place, end);
      place = end;
    }
    const most = Math.max(SHORT, LONGEST_PER_ENTRY * (this.moments.length - this.from));
    this.haste = natural > most ? most / natural : 1;
  }

  /** The boards from a moment on, each from the one before it, up to one that is known. */
  private follow(from: number): void {
    let view = (this.moments[from - 1]?.view ?? this.start) as View;
    for (const moment of this.moments.slice(from)) {
      if (moment.known) return;
      moment.view = view = this.board.after(view, moment.event);
    }
  }

  /** All is told: keep what can be gone back to, and go on from the true board. */
  private drop(before: View): void {
    const last = this.moments[this.moments.length - 1];
    if (last) Object.assign(last, { view: before, known: true });
    else this.start = before;
    const more = this.moments.length - MOST;
    if (more <= 0) return;
    this.start = this.moments[more - 1]!.view;
    this.moments = this.moments.slice(more);
    this.at = this.moments.length;
  }

  private here(): Told[] {
    const moment = this.moments[this.at - 1];
    return moment ? [moment.event] : [];
  }

  private go(slowly = false, just: readonly Told[] = []): void {
    this.stop();
    const moment = this.moments[this.at - 1] ?? null;
    const told = this.at === this.moments.length;
    this.now = {
      at: this.at, of: this.moments.length, paused: this.paused, speed: this.speed, moment, just,
      view: told ? null : (moment?.view ?? this.start),
    };
    if (!told && !this.paused) {
      const speed = this.speed === "instant" && slowly ? "fast" : this.speed;
      const [from, end] = [this.at, this.groupEnd(this.at)];
      this.timer = this.clock.after(Math.floor(PACE[speed] * this.haste * this.weight(from, end)), () => {
        const now = this.moments.slice(from, end).map(({ event }) => event);
        this.at = end;
        if (end < this.moments.length) this.go(slowly, now);
        else this.end(now);
      });
    }
    this.changed(this.now);
  }

  /** The last group is shown a moment before the question that follows it: both at once would take longer than a frame. */
  private end(just: readonly Told[]): void {
    const moment = this.moments.at(-1)!;
    this.timer = this.clock.after(0, () => this.go(false, just));
    this.now = { ...this.now, moment, just, view: moment.view };
    this.changed(this.now);
  }
}
