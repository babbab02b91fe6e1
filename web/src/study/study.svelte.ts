// A table that is being studied: which moment is shown, what is known of it, and how one goes to another.

import { byNumberAndId } from "../lib/cards";
import type { GameBoard } from "../boards/contract";
import { api } from "../lib/api";
import { app } from "../lib/app.svelte";
import type { Card, Replayed, TableInfo, Timeline, Turn } from "../lib/contract";
import type { Names } from "../lib/names";
import { away, momentsOf, placeOf, queryOf, same, START, turnAt, type At, type By } from "./moments";

/** Maximum moments kept, so that going back and forth asks the server once. */
const MAX_KEPT = 400;
/** Milliseconds that a moment is shown when played at single speed. */
const PACE: Record<By, number> = { choice: 1200, turn: 2400 };
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Study {
  info = $state.raw<TableInfo | null>(null);
  names = $state.raw<Names | null>(null);
  timeline = $state.raw<Timeline | null>(null);
  cards = $state.raw<Map<number | string, Card>>(new Map());
  at = $state.raw<At>(START);
  shown = $state.raw<Replayed | null>(null);
  /** The moment that is on the board: `at`, once the server has answered. */
  shownAt = $state.raw<At>(START);
  /** The first event of the shown step that this moment tells; those before it were told by earlier choices. */
  fresh = $state(0);
  by = $state<By>("turn");
  playing = $state(false);
  speed = $state<number>(1);
  wrong = $state("");

  readonly moments = $derived(this.timeline ? momentsOf(this.timeline.steps) : []);
  readonly turns = $derived(this.timeline?.turns ?? []);
  readonly place = $derived(placeOf(this.moments, this.at));
  readonly turn = $derived(turnAt(this.turns, this.at));
  /** What the moment shown is called: its turn or, by choice, its turn as far as it has come. */
  readonly called = $derived(this.nameOf(this.turn, this.by === "choice" ? this.shown?.turn : ""));
  readonly isFirst = $derived(this.place <= 0);
  readonly isLast = $derived(this.place >= this.moments.length - 1);

  private readonly kept = new Map<string, Promise<Replayed>>();
  private version = -1;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly board: GameBoard,
  ) {}

  get address(): string {
    return `#/table/${encodeURIComponent(this.id)}/study?${queryOf(this.at)}`;
  }

  /** What a turn is called (or its part shown), with its seat where there are several. */
  nameOf(turn: Pick<Turn, "name" | "seat"> | null, part = ""): string {
    const name = part || turn?.name || app.t("study.start");
    const seats = this.names?.seats.length ?? 0;
    return turn?.seat && seats > 1 ? app.t("study.turn-of", { turn: name, seat: this.names!.seat(turn.seat) }) : name;
  }

  // -- reading ----------------------------------------------------------------------------------------

  /** Read the table, and stay at the moment shown, or go to the one wanted; the last if there is neither. */
  async load(wanted: At | null): Promise<void> {
    const lang = app.language;
    try {
      const info = await api.table(this.id, lang);
      this.kept.clear();
      const [names, timeline] = await Promise.all([app.namesOf(info.game), api.timeline(this.id, lang)]);
      this.version = info.version;
      [this.info, this.names, this.timeline] = [info, names, timeline];
      await this.go(wanted ?? this.moments.at(-1)!);
    } catch (problem) {
      this.wrong = app.wrong(problem);
    }
    if (this.info) this.cards = byNumberAndId(await api.cards(this.info.game, lang).catch(() => []));
  }

  /** While a game runs more moments come: look whether there are any. Who stood at the end stays there. */
  async look(): Promise<void> {
    if (!this.info || this.info.status === "over") return;
    const info = await api.table(this.id, app.language).catch(() => null);
    if (!info || info.version === this.version) return;
    await this.load(this.isLast && !this.playing ? null : this.at);
  }

  private moment(at: At): Promise<Replayed> {
    // a turn is told whole, a choice with what came before it in its step
    const since = this.by === "turn" && at.choice === null ? turnAt(this.turns, at)?.first : undefined;
    const key = `${at.step}.${at.choice}.${since}`;
    let told = this.kept.get(key);
    if (!told) {
      told = api.replay(this.id, at.step, app.language, { ...(at.choice !== null && { choice: at.choice }), ...(since && { since }) });
      // what is known of the step under way may be known no more when it is over: a look ends, discs are laid down
      if (this.info?.status !== "over" && at.step === this.moments.at(-1)?.step) return told;
      told.catch(() => this.kept.delete(key));
      if (this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
      this.kept.set(key, told);
    }
    return told;
  }

  /** The moment before within the same step: what was told there is not told again. */
  private before(at: At): At | null {
    if (this.by === "turn") return null;
    const before = this.moments[placeOf(this.moments, at) - 1];
    return before?.step === at.step ? before : null;
  }

  // -- going ------------------------------------------------------------------------------------------

  async go(wanted: At): Promise<void> {
    const at = this.moments[placeOf(this.moments, wanted)];
    if (!at) return;
    if (!this.shown || !same(at, this.at)) this.at = at;
    history.replaceState(history.state, "", this.address);
    const asked = ++this.asked;
    try {
      const before = this.before(at);
      const [told, earlier] = await Promise.all([this.moment(at), before && this.moment(before)]);
      if (asked !== this.asked) return;
      [this.shown, this.shownAt, this.fresh, this.wrong] = [told, at, earlier?.events.length ?? 0, ""];
      if (this.playing) this.later();
    } catch (problem) {
      if (asked !== this.asked) return;
      this.wrong = app.wrong(problem);
      this.stop();
    }
  }

  first(): void {
    this.stop();
    void this.go(START);
  }

  last(): void {
    this.stop();
    const last = this.moments.at(-1);
    if (last) void this.go(last);
  }

  move(n: 1 | -1, by: By = this.by): void {
    this.stop();
    if (this.moments.length) void this.go(away(this.moments, this.turns, this.at, by, n));
  }

  jump(step: number): void {
    this.stop();
    void this.go({ step, choice: null });
  }

  setBy(by: By): void {
    this.by = by;
    void this.go(this.at);
  }

  // -- playing ----------------------------------------------------------------------------------------

  toggle(): void {
    if (this.playing) return this.stop();
    this.playing = true;
    if (this.isLast) void this.go(START);
    else this.later(0);
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private later(wait: number = PACE[this.by] / this.speed): void {
    clearTimeout(this.timer);
    if (this.isLast) return this.stop();
    this.timer = setTimeout(() => void this.go(away(this.moments, this.turns, this.at, this.by, 1)), wait);
  }
}
