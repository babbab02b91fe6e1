// The first game at a table: which choice comes next, and whether another one was tried. What is not the next choice is
// explained and not sent, so that the dice fall as they were foreseen.

import { api } from "../lib/api";
import type { Question, TutorialStep, TutorialTold } from "../lib/contract";
import { keep, kept } from "../lib/kept";
import { START, walked, type Walk } from "./path";

const OVER = "over";
const nameOf = (table: string): string => `khyber.tutorial.${table}`;

/** Whether this table was made for a first game, also after its end. */
export const isFirstGame = (table: string): boolean => kept(nameOf(table)) !== null;
/** Whether a first game was begun at this table, and not ended. */
export const begun = (table: string): boolean => ![null, OVER].includes(kept(nameOf(table)));

export class Guide {
  told = $state.raw<TutorialTold | null>(null);
  /** How often another choice than the wanted one was made at this step. */
  tried = $state(0);
  /** Whether it was ended, by its last step or before. */
  over = $state(false);
  private walk = $state.raw<Walk>(START);

  constructor(
    private readonly table: string,
    private readonly game: string,
  ) {
    const found = kept(nameOf(table));
    this.over = found === OVER;
    if (found && !this.over) this.walk = { ...START, made: Number(found) || 0 };
    if (!this.over) keep(nameOf(this.table), String(this.walk.made));
  }

  async load(language: string): Promise<void> {
    this.told = await api.tutorial(this.game, language);
  }

  readonly made = $derived(this.walk.made);
  readonly strayed = $derived(this.walk.strayed);
  /** The next choice; null when there is none to guide. */
  readonly step = $derived<TutorialStep | null>(
    this.over || this.walk.strayed ? null : (this.told?.steps[this.walk.made] ?? null),
  );

  heard(version: number, question: Question | null): void {
    if (!this.told || this.over) return;
    const before = this.walk;
    this.walk = walked(before, this.told.steps, version, question);
    if (this.walk.made !== before.made) {
      this.tried = 0;
      keep(nameOf(this.table), String(this.walk.made));
    }
  }

  /** Whether a choice may be sent: the one of this step, or any when nothing is guided. */
  allows(key: string, version: number): boolean {
    if (!this.step) return this.told !== null || this.over;
    if (key !== this.step.key) {
      this.tried += 1;
      return false;
    }
    this.tried = 0;
    this.walk = { ...this.walk, sent: version, back: -1 };
    return true;
  }

  /** A choice is to be taken back. */
  takingBack(version: number): void {
    this.walk = { ...this.walk, back: version };
  }

  leave(): void {
    this.over = true;
    keep(nameOf(this.table), OVER);
  }
}
