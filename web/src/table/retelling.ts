// Earlier moments: as the page may keep them, and told again from what the server shows of them.

import type { GameBoard } from "../boards/contract";
import { api } from "../lib/api";
import { app } from "../lib/app.svelte";
import type { Frame, JsonObject, Told } from "../lib/contract";
import { steady } from "../lib/steady";
import type { Session } from "./session.svelte";

/** The board of a frame as it may be looked up later. */
export const keepable = (board: GameBoard, { view, past }: Frame): JsonObject =>
  board.read(Object.keys(past).length ? { ...view, ...past } : view);

export class Retelling {
  private turn = 0;

  constructor(private readonly session: Session) {}

  /** Tell everything from an entry on again. */
  async from(first: Told): Promise<void> {
    const { session } = this;
    const past = await api.replay(session.id, first.step - 1, app.language);
    const events = session.now.events.filter((event) => event.step >= first.step);
    session.away = null;
    session.looked = [];
    session.teller.again(this.shared(past.view), events);
    if (first.n > events[0]!.n) session.teller.to(first.n);
    await this.settle(events);
  }

  /** A view of an earlier moment, of which what is still so is not kept twice. */
  private shared(view: JsonObject): JsonObject {
    return this.session.board.read(steady(this.session.frame!.view, view));
  }

  /** Replays again from the server's board at the end of each step. */
  private async settle(events: readonly Told[]): Promise<void> {
    const { session } = this;
    const turn = ++this.turn;
    const ends = new Map(events.map(({ step, n }) => [step, n]));
    for (const [step, n] of ends) {
      const { view, steps } = await api.replay(session.id, step, app.language);
      if (turn !== this.turn || !session.lagging) return;
      // the server shows the present with all that may be seen just now
      session.teller.settle(n, step > steps ? keepable(session.board, session.frame!) : this.shared(view));
    }
  }
}
