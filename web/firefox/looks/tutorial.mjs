// Each first game to its end: at every step its words and the choice they lead to are in sight; the focus moves nothing.
/** Steps looked at in windows of all sizes; the words of the fourth are among the longest. */
const THOROUGH = 4;
/** The sizes with the least room, for the others. */
const LEAST = [[1280, 720], [390, 844]];

/** Which step is shown; "end" after the last. */
const shown = (anna) => anna.evaluate(() => document.querySelector("[data-tutorial]")?.dataset.tutorial ?? "");

export async function tutorial(anna, check) {
  for (const game of anna.given.games) {
    const { id } = await anna.post(`tutorials/${game}`);
    await anna.open(`table/${id}/tutorial`, "[data-tutorial]");
    for (let step = 1, last = false; !last; step += 1) {
      await anna.shows(`[data-tutorial="${step}"], [data-tutorial=end]`);
      last = (await shown(anna)) === "end";
      const options = last ? [] : await anna.asked();
      for await (const size of anna.sizes(step > THOROUGH ? LEAST : undefined)) {
        await anna.turnTo("decide");
        for (const what of step === 1 ? ["guide", "choices", "focus"] : ["guide"])
          check(`${game} ${last ? "end" : step} ${size} ${what}`, await anna.look(what, ["", ...options]));
        if (step > 1) continue;
        await anna.turnTo("log");
        check(`${game} ${size} log`, await anna.look("log"));
      }
      await anna.turnTo("decide");
      if (!last) await anna.click("button", anna.say("aids.do"));
    }
  }
}
