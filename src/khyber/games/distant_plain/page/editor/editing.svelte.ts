// The position under the editor's hands: what it is now, what it was before, and what the server says of it.

import { api } from "$web/src/lib/api";
import { app } from "$web/src/lib/app.svelte";
import type { JsonObject } from "$web/src/lib/contract";
import { changed, emptied, inner, opened } from "./position";
import { BadToml, writeToml, type Toml, type TomlTable } from "./toml";

/** Milliseconds of quiet before the server is asked. */
const QUIET = 250;

export type Verdict = { state: "checking" } | { state: "accepted"; warnings: string[] } | { state: "refused"; problem: string } | { state: "failed"; problem: string };

export class Editing {
  document = $state.raw<TomlTable>({});
  verdict = $state.raw<Verdict>({ state: "checking" });
  /** The last position that the server could read, as a view: what the board shows. */
  view = $state.raw<JsonObject | null>(null);
  /** The line of a text that could not be read; 0 if there is none. */
  badLine = $state(0);
  private past = $state.raw<TomlTable[]>([]);
  private future = $state.raw<TomlTable[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(readonly game: string) {}

  readonly text = $derived(writeToml(this.document));
  readonly canUndo = $derived(this.past.length > 0);
  readonly canRedo = $derived(this.future.length > 0);

  space(id: string): TomlTable {
    return inner(this.document, "space", id);
  }

  /** Take over a text; true if it could be read. */
  read(text: string): boolean {
    try {
      const document = opened(text);
      this.badLine = 0;
      this.put(document);
      return true;
    } catch (problem) {
      if (!(problem instanceof BadToml)) throw problem;
      this.badLine = problem.line;
      return false;
    }
  }

  set(names: readonly string[], value: Toml, usual?: Toml): void {
    this.put(changed(this.document, names, value, usual));
  }

  empty(space: string): void {
    this.put(emptied(this.document, space));
  }

  put(document: TomlTable): void {
    if (Object.keys(this.document).length) this.past = [...this.past, this.document];
    this.future = [];
    this.show(document);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    [this.past, this.future] = [this.past.slice(0, -1), [this.document, ...this.future]];
    this.show(before);
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (!next) return;
    [this.past, this.future] = [[...this.past, this.document], rest];
    this.show(next);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private show(document: TomlTable): void {
    this.document = document;
    this.verdict = { state: "checking" };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), QUIET);
  }

  /** Ask the server whether it can be; the latest question counts. */
  async check(): Promise<void> {
    const asked = ++this.asked;
    try {
      const told = await api.checkPosition(this.game, this.text, app.language);
      if (asked !== this.asked) return;
      if (told.view) this.view = told.view;
      this.verdict = told.ok ? { state: "accepted", warnings: told.warnings } : { state: "refused", problem: told.problem ?? "" };
    } catch (problem) {
      if (asked === this.asked) this.verdict = { state: "failed", problem: app.wrong(problem) };
    }
  }
}
