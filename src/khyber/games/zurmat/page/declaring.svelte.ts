// A Declare, disc by disc: which discs are turned already, at their own pace, step by step or all at once.

import { calm } from "$web/src/lib/calm";
import type { Declared } from "./showing";
import { SEATS, type Discs, type Face, type Seat, type TileView, type ZurmatView } from "./view";

/** Milliseconds from disc to disc, and to the result. */
const PACE = 380;

export interface Turned {
  seat: Seat;
  face: Face;
}

/** The discs in the order they are turned: by turns, each side's Faction discs spread among its Neutral ones. */
export function inOrder(faces: Declared["faces"]): Turned[] {
  const spread = (seat: Seat): { at: number; disc: Turned }[] =>
    (["faction", "neutral"] as const).flatMap((face) =>
      Array.from({ length: faces[seat][face] }, (_, nth) => ({ at: (nth + 0.5) / faces[seat][face], disc: { seat, face } })),
    );
  const [ours, theirs] = SEATS.map((seat) => spread(seat).sort((one, other) => one.at - other.at).map(({ disc }) => disc)) as [Turned[], Turned[]];
  return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, at) => [ours[at], theirs[at]]).flat().filter((disc) => disc !== undefined);
}

export class Declaring {
  discs = $state.raw<readonly Turned[]>([]);
  /** How many discs are turned; one more: the result is shown. */
  turned = $state(0);
  private n = -1;
  private before: TileView | null = null;
  private tile = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;

  get over(): boolean {
    return this.turned > this.discs.length;
  }

  /** What the log shows now, and the tiles as they were before. Older Declares, and those nobody saw coming, are over. */
  heard(shown: Declared | null, before: ZurmatView["tiles"] | null, still: boolean): void {
    const n = shown?.n ?? this.n;
    if (shown && n !== this.n) {
      this.discs = inOrder(shown.faces);
      this.tile = shown.tile;
      this.before = before?.[shown.tile] ?? null;
      this.turned = still || calm() || n < this.n || !this.before ? this.discs.length + 1 : 0;
      this.n = n;
      this.run();
    } else if (!shown || still) this.all();
  }

  next(): void {
    this.stop();
    if (!this.over) this.turned += 1;
  }

  all(): void {
    this.stop();
    this.turned = this.discs.length + 1;
  }

  /** From the first disc; whoever wants less motion turns them by hand. */
  again(): void {
    this.turned = 0;
    if (!calm()) this.run();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private run(): void {
    this.stop();
    if (this.over) return;
    this.timer = setTimeout(() => {
      this.turned += 1;
      this.run();
    }, PACE);
  }

  /** How many discs of a side are turned, by face. */
  faces(seat: Seat): Record<Face, number> {
    const up = this.discs.slice(0, this.turned).filter((disc) => disc.seat === seat);
    return { faction: up.filter(({ face }) => face === "faction").length, neutral: up.filter(({ face }) => face === "neutral").length };
  }

  /** The view with the tile as far as its discs are turned. */
  on(view: ZurmatView): ZurmatView {
    if (this.over || !this.before || !view.tiles[this.tile]) return view;
    const discs = Object.fromEntries(
      SEATS.map((seat): [Seat, Discs] => [seat, { n: this.discs.filter((disc) => disc.seat === seat).length, ...this.faces(seat) }]),
    ) as Record<Seat, Discs>;
    return { ...view, tiles: { ...view.tiles, [this.tile]: { ...this.before, discs } } };
  }
}
