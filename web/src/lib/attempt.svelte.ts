// Something asked of the server from a form or dialog: whether it is under way, and what went wrong.

import { app } from "./app.svelte";

export class Attempt {
  busy = $state(false);
  wrong = $state("");

  /** Try it, and return whether it succeeded. */
  async make(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.wrong = "";
    try {
      await what();
    } catch (problem) {
      this.wrong = app.wrong(problem);
    }
    this.busy = false;
    return !this.wrong;
  }
}
