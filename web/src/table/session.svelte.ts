// All that the page knows of its table, shared by its parts: what is asked, what is being told, what is pointed at, and
// what therefore lights up on the board.

import { NO_LIGHTS, type Answers, type Change, type Die, type GameBoard, type Lit, type Move, type Target } from "../boards/contract";
import { api } from "../lib/api";
import { app } from "../lib/app.svelte";
import type { Card, JsonObject, OptionText, Question, Told, TableInfo, UndoScope } from "../lib/contract";
import { frameClock } from "../lib/clocks";
import { liveTable } from "../lib/joining";
import { keepOn, keptOn } from "../lib/kept";
import { NOTHING, type Following } from "../lib/live";
import type { Names } from "../lib/names";
import { byNumberAndId } from "../lib/cards";
import type { Guide } from "../tutorial/guide.svelte";
import { Ending } from "./ending.svelte";
import { backTo, inTurn, Nesting, offers, toTheEnd } from "./course";
import { firstSpeed, keepSpeed } from "./kept";
import { keepable, Retelling } from "./retelling";
import { behind, news, Teller, TOLD, type Speed, type Telling } from "./telling";

/** So long something is pointed at before the server is asked what it would change. */
const DWELL = 140;
/** Maximum new entries read out; beyond it, only their number. */
const READ_OUT = 6;
/** An answer of the server that takes longer is waited for visibly. */
const PATIENCE = 200;
/** Entries of the log that a board gets. */
const RECENT = 60;
const NO_MOVES: Move[] = [];
const NOTHING_HIDDEN: ReadonlySet<string> = new Set();

export class Session {
  readonly board: GameBoard;
  now = $state.raw<Following>(NOTHING);
  /** The table as the server showed it last. Much follows from it, and little from the rest of `now`, which changes more often. */
  frame = $state.raw<Following["frame"]>(null);
  telling = $state.raw<Telling>(TOLD);
  info = $state.raw<TableInfo | null>(null);
  names = $state.raw<Names | null>(null);
  cards = $state.raw<Map<number | string, Card>>(new Map());
  wrong = $state("");
  /** Entries of the log that are pointed at. */
  looked = $state.raw<readonly Told[]>([]);
  /** The option that is pointed at. */
  pointed = $state<string | null>(null);
  /** A place of the board that stands for several options: only they are shown. */
  narrowed = $state.raw<{ place: string; keys: ReadonlySet<string> } | null>(null);
  /** Where the summary of what happened begins; null: nothing to sum up, or it was read. */
  away = $state<number | null>(null);
  announced = $state("");
  private late = $state(false);
  /** Who leads through a first game, where this is one. */
  guide = $state.raw<Guide | null>(null);
  /** Settings: sensible answers are given for me; a choice that ends my turn is confirmed. */
  quick = $state(keptOn("quick"));
  confirms = $state(keptOn("confirm-end"));
  /** What the page answered for me since my last choice. */
  answered = $state.raw<readonly string[]>([]);
  /** Places of the question around this one: a click there ends this one first. */
  further = $state.raw<readonly OptionText[]>([]);

  readonly live;
  readonly teller: Teller;
  readonly ending: Ending;
  private readonly nesting = new Nesting();
  private course: Answers | null = null;
  private courseIn = "";
  /** Whether that course is meant to end the turn. */
  private courseEnds = false;
  /** The version that an undo led to: nothing is answered for me there. */
  private undone = -1;
  private nested = -1;
  /** The version that was answered last: what was sent may be acknowledged before the next frame comes. */
  private sentAt = -1;
  private ownFrom = -1;
  /** Whether nothing has come yet; to begin again in another language is no coming back. */
  private first = true;
  private readonly retelling = new Retelling(this);
  private hovered: string | null = null;
  private dwelling: ReturnType<typeof setTimeout> | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    board: GameBoard,
  ) {
    this.board = board;
    this.live = liveTable(id, (next) => this.heard(next));
    this.ending = new Ending(this.live, (key) => this.send(key));
    this.teller = new Teller(board, frameClock, (telling) => this.tell(telling), firstSpeed());
    this.telling = { ...TOLD, speed: firstSpeed() };
  }

  // -- what is so -----------------------------------------------------------------------------------

  /** The table as it is. */
  readonly view = $derived.by<JsonObject | null>(() => this.frame && this.board.read(this.frame.view));
  /** Whether something is still being told: the board lags behind, and the decision waits. */
  readonly lagging = $derived(behind(this.telling));
  /** The board that is shown. */
  readonly shown = $derived<JsonObject | null>(this.telling.view ?? this.view);
  readonly running = $derived(this.frame?.status === "running");
  /** The question to me, once everything before it has been replayed. */
  readonly question = $derived(
    this.running && !this.lagging && this.frame?.decision?.options ? this.frame.decision : null,
  );
  /** The choice that a first game waits for. */
  readonly guided = $derived(this.question && this.guide ? this.guide.step : null);
  /** Options that lead to the same as another, and are not shown. */
  readonly hidden = $derived.by<ReadonlySet<string>>(
    () => (this.quick && this.question && this.view && this.board.redundant?.(this.question, this.view)) || NOTHING_HIDDEN,
  );
  /** Whom an undo past a barrier asks: nobody, the other players (also one for whom a bot stands in), or nobody yet,
      because a seat is still open: then it has to wait. */
  readonly consent = $derived.by<"alone" | "asked" | "open">(() => {
    const others = this.frame?.players.filter((seat) => !seat.mine) ?? [];
    if (others.some(({ agent, player }) => agent === "person" && player === null)) return "open";
    return others.some(({ player }) => player !== null) ? "asked" : "alone";
  });
  readonly alone = $derived(this.consent === "alone");
  readonly busy = $derived(this.now.pending !== null || this.now.connection !== "open");
  readonly changes = $derived.by<Change[] | null>(() => {
    const shown = this.now.preview?.shown;
    if (!shown || !this.view || !this.names || shown.key !== this.pointed) return null;
    return this.board.changes(this.view, this.board.read(shown.view), this.names);
  });
  readonly lit = $derived.by<Lit>(() => {
    const { board, guided, names, pointed, view } = this;
    if (!view || !names) return NO_LIGHTS;
    if (this.looked.length) return board.lightsOf(this.looked, view, names);
    if (this.lagging || !this.question) return board.lightsOf(this.telling.just, this.shown ?? view, names);
    const lit = board.lights(this.question, view, names);
    if (guided) {
      lit.spaces = new Map(guided.lights.map((space) => [space, guided.key === space ? "option" : "told"]));
      lit.pieces.clear();
    }
    const option = pointed === null ? undefined : this.question.options?.find(({ key }) => key === pointed);
    const meant = option && board.placeOf(option, view, names);
    if (meant && lit.spaces.get(meant) === "option") lit.spaces.set(meant, "pointed");
    for (const { where } of this.changes ?? []) {
      lit.tracks.add(where);
      if (!lit.spaces.has(where)) lit.spaces.set(where, "preview");
    }
    return lit;
  });
  /** Moving pieces; none when replay is instant. */
  readonly moves = $derived.by<Move[]>(() => {
    if (this.looked.length) return this.looked.flatMap((event) => this.board.movesOf(event));
    return this.telling.speed === "instant" && !this.lagging ? NO_MOVES : this.telling.just.flatMap((event) => this.board.movesOf(event));
  });
  /** The latest entries, up to the board that is shown. */
  readonly told = $derived.by<readonly Told[]>(() => {
    const { events } = this.now;
    if (!this.lagging) return events.slice(-RECENT);
    const last = this.telling.moment?.event.n ?? (this.telling.just.at(-1)?.n ?? -1);
    return events.filter(({ n }) => n <= last).slice(-RECENT);
  });
  readonly dice = $derived<Die[]>((this.looked.length ? this.looked : this.telling.just).flatMap((event) => this.board.diceOf(event)));

  // -- what comes -----------------------------------------------------------------------------------

  async load(): Promise<void> {
    try {
      this.info = await api.table(this.id, app.language);
      this.names = await app.namesOf(this.info.game);
      this.wrong = "";
    } catch (problem) {
      this.wrong = app.wrong(problem);
      return;
    }
    // the table can be played without: the cards' titles come with the names
    this.cards = byNumberAndId(await api.cards(this.info.game, app.language).catch(() => []));
  }

  /** Everything again, in another language. */
  restart(): void {
    this.announced = "";
    this.teller.skip();
    this.live.restart();
    void this.load();
  }

  leave(): void {
    clearTimeout(this.dwelling);
    clearTimeout(this.waiting);
    this.teller.stop();
  }

  private heard(next: Following): void {
    const before = this.now;
    this.now = next;
    this.frame = next.frame;
    this.wait(next.pending !== null || next.connection !== "open");
    const { frame } = next;
    this.ending.heard(next);
    if (next.undoing?.scope && this.isFree(next.undoing.scope)) this.undoAll(next.undoing.seat);
    if (!frame || frame === before.frame) return;
    if (before.frame?.version !== frame.version) {
      this.narrowed = null;
      this.ending.drop();
      this.point(null);
    }
    if (!before.frame) {
      if (this.first) this.back(next);
      this.first = false;
      return;
    }
    const { fresh, cut } = news(before.events, next.events);
    if (fresh.length || cut !== null) this.looked = [];
    // to other seats the log is another one, and the board before is not theirs to look up
    const reseated = before.frame.seats.join() !== frame.seats.join();
    if (reseated) this.teller.forget();
    if (cut !== null) this.teller.cut(cut);
    const own = this.ownFrom >= 0 && frame.version === this.ownFrom + 1;
    if (frame.version > this.ownFrom) this.ownFrom = -1;
    const undone = frame.epoch !== before.frame.epoch;
    if (!reseated) this.teller.heard(undone ? null : keepable(this.board, before.frame), keepable(this.board, frame), fresh, own);
    this.announce(fresh);
  }

  /** A replay takes the board over from an entry that the pointer was on. */
  private tell(telling: Telling): void {
    if (behind(telling) && telling.moment !== this.telling.moment) this.looked = [];
    this.telling = telling;
  }

  /** Whether an answer from the server is overdue. */
  get slow(): boolean {
    return this.late || this.ending.slow;
  }

  private wait(waits: boolean): void {
    if (waits) {
      this.waiting ??= setTimeout(() => (this.late = true), PATIENCE);
      return;
    }
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.late = false;
  }

  /** The first look: what happened while I was away is offered, not told at once. */
  private back({ frame, events }: Following): void {
    const since = frame!.last_turn;
    this.away = since > 0 && events.some((event) => event.n >= since) ? since : null;
  }

  private announce(fresh: readonly Told[]): void {
    if (!fresh.length) return;
    const many = fresh.length > READ_OUT ? `${app.t("log.announce", { n: fresh.length })}. ` : "";
    this.announced = many + fresh.slice(-READ_OUT).map((event) => event.text).join(". ");
  }

  // -- what I do ------------------------------------------------------------------------------------

  choose(key: string): void {
    if (!this.question || this.busy) return;
    this.ending.drop();
    this.course = null;
    this.answered = [];
    this.offer(key);
  }

  /** Send a choice, unless it would end my turn: then ask first. One that its game warns of is asked about anyway. */
  private offer(key: string): void {
    const { frame, question } = this;
    // where the board knows no turns, what cannot be taken back alone is asked about
    const mayEnd = this.board.turn ? this.turn !== null : !this.alone;
    const asks = this.confirms && !this.info?.sandbox && this.guide === null && mayEnd;
    if (!asks || question?.options?.find((option) => option.key === key)?.warning !== undefined) return this.send(key);
    clearTimeout(this.dwelling);
    this.pointed = key;
    this.ending.foresee(question!.seat, key, frame!.version);
  }

  private send(key: string): void {
    if (!this.question || this.busy) return;
    if (this.guide && !this.guide.allows(key, this.frame!.version)) return;
    this.sentAt = this.frame!.version;
    this.act(() => this.live.choose(this.question!.seat, key, this.board.doubt?.(this.question!, key)));
  }

  // -- several answers with one click, and those that go without saying ----------------------------------

  /** The turn under way, if it is mine. */
  get turn(): string | null {
    const { board, question, view } = this;
    if (!question || !view) return null;
    const turn = board.turn?.(view) ?? null;
    return turn !== null && (board.active?.(view) ?? question.seat) === question.seat ? turn : null;
  }

  /** Whether the rest of the turn can be declined from here. */
  get canEnd(): boolean {
    return this.turn !== null && this.guided === null && this.question !== null && offers(this.question, "done");
  }

  /** Decline what is left of the turn. */
  endTurn(): void {
    this.pursue(toTheEnd((question) => this.sensible(question)), true);
  }

  /** Answers to this question and those after it. A first game waits for them one by one. */
  answer(answers: readonly string[] | Answers): void {
    const course = typeof answers === "function" ? answers : inTurn(answers);
    const single = typeof answers !== "function" && answers.length === 1;
    const first = (single || this.guided) && this.question ? course(this.question) : null;
    if (first !== null) this.choose(first);
    else if (!single && !this.guided) this.pursue(course);
  }

  /** End this question, and choose a place of the one around it. */
  chooseFurther(key: string): void {
    const { outer } = this.nesting;
    if (outer) this.pursue(backTo(outer, key));
  }

  private pursue(course: Answers, ends = false): void {
    if (!this.question || this.busy) return;
    this.ending.drop();
    this.answered = [];
    this.course = course;
    this.courseEnds = ends;
    this.courseIn = `${this.question.seat} ${this.turn}`;
    this.sentAt = -1;
    this.goOn();
  }

  private sensible(question: Question): string | null {
    return (this.view && this.board.obvious?.(question, this.view)) ?? null;
  }

  /** A question has come up, or the line is free again: send what is still to be sent. */
  goOn(): void {
    const { frame, question } = this;
    if (!question || !frame || this.busy || frame.version === this.sentAt) return;
    this.noteNesting(question, frame.version);
    if (this.guided || this.ending.waits || this.ending.asked) return;
    if (this.course) {
      const key = this.courseIn === `${question.seat} ${this.turn}` ? this.course(question) : null;
      if (key !== null && offers(question, key)) return this.courseEnds ? this.send(key) : this.offer(key);
      this.course = null;
    }
    if (!this.quick || this.undone === frame.version) return;
    const key = this.sensible(question);
    const option = question.options?.find((one) => one.key === key);
    if (!option) return;
    // what may not be looked up is not repeated either
    if (!Object.keys(frame.past).length) this.answered = [...this.answered, option.text];
    this.offer(option.key);
  }

  private noteNesting(question: Question, version: number): void {
    if (version === this.nested) return;
    this.nested = version;
    this.nesting.heard(question, `${question.seat} ${this.turn}`);
    const here = question.about?.["space"];
    this.further = this.turn === null || this.board.single?.(this.view!) ? [] : this.nesting.further((option) => option.key !== here && this.placeOf(option) === option.key);
  }

  reconsiderEnd(): void {
    this.ending.drop();
    this.course = null;
    this.undone = this.frame?.version ?? -1;
  }

  setQuick(on: boolean): void {
    this.quick = on;
    keepOn("quick", on);
    this.goOn();
  }

  setConfirms(on: boolean): void {
    this.confirms = on;
    keepOn("confirm-end", on);
  }

  /** An option that was warned of is taken after all. */
  confirm(): void {
    this.act(() => this.live.confirm());
  }

  /** Something unasked: a transfer, a piece taken off the map. */
  volunteer(seat: string, key: string): void {
    if (this.busy || (this.guide && !this.guide.allows(key, this.frame!.version))) return;
    this.act(() => this.live.choose(seat, key));
  }

  /** Undo at once where nobody need think about it, else say first what that takes back. */
  undo(seat: string): void {
    if (this.frame?.can_undo.includes(seat)) this.undoAll(seat);
    else this.live.undoScope(seat);
  }

  /** Whether it goes without saying: nobody else plays here, and nothing would be drawn, rolled or shown anew. */
  private isFree(scope: UndoScope): boolean {
    return (this.info?.sandbox ?? false) && !scope.marks && (this.frame?.players.every(({ mine }) => mine) ?? false);
  }

  /** Undo or request it, whatever it takes back. */
  undoAll(seat: string): void {
    if (this.busy) return;
    this.live.keep();
    this.guide?.takingBack(this.frame!.version);
    this.course = null;
    this.answered = [];
    this.ending.drop();
    this.undone = this.frame!.version + 1;
    this.act(() => this.live.undo(seat));
  }

  /** Ask something of the server that is no choice, and say so if it is refused. */
  async manage(what: () => Promise<unknown>): Promise<void> {
    this.wrong = "";
    try {
      await what();
    } catch (problem) {
      this.wrong = app.wrong(problem);
    }
  }

  private act(what: () => boolean): void {
    const version = this.frame?.version ?? -1;
    clearTimeout(this.dwelling);
    this.away = null;
    if (what()) this.ownFrom = version;
  }

  /** An option is pointed at, or nothing any more. */
  point(key: string | null): void {
    if (key === this.pointed || this.ending.waits) return;
    this.pointed = key;
    clearTimeout(this.dwelling);
    const seat = this.question?.seat;
    if (key === null || !seat) {
      this.live.forgetPreview();
      return;
    }
    this.dwelling = setTimeout(() => this.live.preview(seat, key), DWELL);
  }

  /** A click or key on the board; tells whether it was a choice, or several to choose from in the panel. */
  pick(target: Target): "chosen" | "narrowed" | "nothing" {
    const meant = this.optionsAt(target);
    if (!meant.length) {
      const next = "space" in target ? this.further.find((option) => this.placeOf(option) === target.space) : undefined;
      if (!next) return "nothing";
      this.chooseFurther(next.key);
      return "chosen";
    }
    if (meant.length === 1) {
      this.choose(meant[0]!.key);
      return "chosen";
    }
    this.narrowed = "space" in target ? { place: target.space, keys: new Set(meant.map(({ key }) => key)) } : null;
    return "narrowed";
  }

  private optionsAt(target: Target): OptionText[] {
    if (!this.question || !this.view || !this.names) return [];
    const found = this.board.optionsAt(target, this.question, this.view, this.names);
    return found.length > 1 ? found.filter(({ key }) => !this.hidden.has(key)) : found;
  }

  private placeOf(option: OptionText): string | null {
    return this.view && this.names ? this.board.placeOf(option, this.view, this.names) : null;
  }

  /** Something on the board is pointed at. What keys have come to in the panel stays pointed at where that is nothing. */
  hover(target: Target | null): void {
    const meant = target ? this.optionsAt(target) : [];
    const key = meant.length === 1 ? meant[0]!.key : null;
    if (key !== null || this.pointed === this.hovered) this.point(key);
    this.hovered = key;
  }

  look(...events: Told[]): void {
    this.looked = events;
  }

  setSpeed(speed: Speed): void {
    keepSpeed(speed);
    this.teller.setSpeed(speed);
  }

  /** Tell again what happened from an entry of the log on, from the board as it was before its step. */
  async tellFrom(n: number): Promise<void> {
    const first = this.now.events.find((event) => event.n >= n);
    if (first) await this.manage(() => this.retelling.from(first));
  }
}
