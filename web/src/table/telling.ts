// Telling what happened, entry by entry, however fast it comes. The board shows the told moment; frames wait in a queue.
// No framework and no page in here.

import type { Told } from "../lib/contract";
import type { Clock } from "../lib/live";
import type { PlainView } from "../boards/distant-plain/view";
import { after, isHead } from "../boards/distant-plain/moments";

export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];
export const isSpeed = (word: string | null): word is Speed => SPEEDS.some((speed) => speed === word);

const PACE: Record<Speed, number> = { slow: 1500, normal: 750, fast: 240, instant: 0 };
/** Entries that only follow from others are told in passing; what begins a turn and what a die shows takes longer. */
const IN_PASSING: ReadonlySet<string> = new Set(["control", "selected", "activity-space", "event-space", "eligible", "ineligible"]);
const WEIGHTY: ReadonlySet<string> = new Set(["rolled", "attack-rolled", "card", "operation", "limited-operation", "event", "game-over"]);
/** Maximum moments kept for going back. */
const MOST = 400;

export function pause(event: Told, speed: Speed): number {
  const weight = IN_PASSING.has(event.kind) ? 0.45 : WEIGHTY.has(event.kind) ? 1.4 : 1;
  return Math.round(PACE[speed] * weight);
}

export interface Moment {
  event: Told;
  /** The board after it. */
  view: PlainView;
}

/** What is told just now. A new object for every change. */
export interface Telling {
  /** How many of the moments have been told. */
  at: number;
  of: number;
  paused: boolean;
  speed: Speed;
  /** The moment shown; null before the first, and where nothing is told. */
  moment: Moment | null;
  /** The entries that led to it, since what was shown before: they move and light up. */
  just: readonly Told[];
  /** The board to show; null: as the table is now. */
  view: PlainView | null;
}

export const TOLD: Telling = { at: 0, of: 0, paused: false, speed: "normal", moment: null, just: [], view: null };
/** Whether the board is behind the table. */
export const behind = (telling: Telling): boolean => telling.at < telling.of;

/** What is new in a log, and from which entry on the old one does not hold any more (it was taken back); null: all does. */
export function news(before: readonly Told[], next: readonly Told[]): { fresh: readonly Told[]; cut: number | null } {
  let same = 0;
  for (; same < before.length && same < next.length; same += 1) {
    const [one, other] = [before[same]!, next[same]!];
    if (one !== other && (one.n !== other.n || one.kind !== other.kind || one.text !== other.text)) break;
  }
  return { fresh: next.slice(same), cut: before[same]?.n ?? null };
}

export class Teller {
  now: Telling = TOLD;
  private start: PlainView | null = null;
  private moments: Moment[] = [];
  private at = 0;
  private paused = false;
  private timer: unknown = null;

  constructor(
    private readonly clock: Clock,
    private readonly changed: (now: Telling) => void,
    private speed: Speed,
  ) {}

  /** Entries that came in; `before` is the board before them. What is one's own doing need not be told: it is shown. */
  heard(before: PlainView, events: readonly Told[], own: boolean): void {
    if (!events.length) return;
    const live = this.at === this.moments.length;
    if (live) this.drop(before);
    else if (!this.moments.length) this.start = before;
    this.add(events);
    if ((own && live) || this.speed === "instant") {
      this.at = this.moments.length;
      this.go(false, events);
    } else this.go(false, live ? [] : this.now.just);
  }

  /** Tell once more what happened since a board. */
  again(before: PlainView, events: readonly Told[]): void {
    this.drop(before);
    this.moments = [];
    this.start = before;
    this.at = 0;
    this.paused = false;
    this.add(events);
    this.go(true);
  }

  /** Choices were taken back from entry `n` on: what was told of them is not so any more. */
  cut(n: number): void {
    this.moments = this.moments.filter((moment) => moment.event.n < n);
    this.at = this.moments.length;
    this.go();
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
    this.at = place < 0 ? this.moments.length : place;
    this.go(true, this.here());
  }

  /** On to where the next turn begins. */
  skipTurn(): void {
    const next = this.moments.findIndex((moment, place) => place > this.at && isHead(moment.event));
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
    let view = this.moments[this.moments.length - 1]?.view ?? this.start!;
    for (const event of events) {
      view = after(view, event);
      this.moments.push({ event, view });
    }
  }

  /** All is told: keep what can be gone back to, and go on from the true board. */
  private drop(before: PlainView): void {
    const last = this.moments[this.moments.length - 1];
    if (last) last.view = before;
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
      const next = moment?.event ?? this.moments[this.at]!.event;
      this.timer = this.clock.after(pause(next, speed), () => {
        this.timer = null;
        this.at += 1;
        this.go(slowly, this.here());
      });
    }
    this.changed(this.now);
  }
}
