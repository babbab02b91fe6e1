// The end of a turn: a choice that would end it for good is asked about before it is sent. After it undo takes more back.

import type { Following, Live } from "../lib/live";

/** Milliseconds to wait for the server to say whether a choice ends the turn; after that the player confirms it. */
const FORESIGHT = 2500;
/** Milliseconds before the page shows that it is waiting. */
const PATIENCE = 200;

export class Ending {
  /** A choice that ends the turn, or may, until it is confirmed. */
  asked = $state.raw<{ key: string; sure: boolean } | null>(null);
  /** Whether a choice is held back long enough to show it. */
  slow = $state(false);
  private foreseen: { key: string; version: number; timer: ReturnType<typeof setTimeout> } | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly live: Live,
    private readonly send: (key: string) => void,
  ) {}

  /** Whether the server's word is waited for. */
  get waits(): boolean {
    return this.foreseen !== null;
  }

  /** Send a choice, unless it would end the turn: then ask first. */
  foresee(seat: string, key: string, version: number): void {
    this.drop();
    this.foreseen = { key, version, timer: setTimeout(() => this.doubt(key), FORESIGHT) };
    this.waiting = setTimeout(() => (this.slow = true), PATIENCE);
    if (this.live.preview(seat, key)) this.heard(this.live.now);
    else this.drop();
  }

  heard({ frame, preview }: Following): void {
    if (!this.foreseen) return;
    const { key, version } = this.foreseen;
    if (frame?.version !== version) this.drop();
    else if (preview === null) this.drop({ key, sure: false }); // the server would not say
    else if (preview.key === key && preview.shown) {
      const ends = preview.shown.stopped === "step";
      this.drop(ends ? { key, sure: true } : null);
      if (!ends) this.send(key);
    }
  }

  /** The server is slow to say: ask the player, and still take its word if it comes. */
  private doubt(key: string): void {
    this.rest();
    this.asked = { key, sure: false };
  }

  private rest(): void {
    clearTimeout(this.waiting);
    this.slow = false;
  }

  confirm(): void {
    const key = this.asked?.key;
    this.drop();
    if (key !== undefined) this.send(key);
  }

  /** Wait no longer, and ask about this or nothing. */
  drop(asked: typeof this.asked = null): void {
    this.rest();
    clearTimeout(this.foreseen?.timer);
    this.foreseen = null;
    this.asked = asked;
  }
}
