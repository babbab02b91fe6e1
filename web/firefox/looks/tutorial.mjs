// The first steps of each first game: their words and the choice they lead to are in sight, and the focus moves nothing.
const GAMES = ["distant-plain", "zurmat", "enduring-freedom"];
/** Steps looked at; the words of the fourth are among the longest. */
const STEPS = 4;

export async function tutorial(anna, check) {
  for (const game of GAMES) {
    const { id } = await anna.post(`tutorials/${game}`);
    await anna.open(`table/${id}/tutorial`, "[data-tutorial]");
    for (let step = 1; step <= STEPS; step += 1) {
      await anna.shows(`[data-tutorial="${step}"]`);
      const options = await anna.asked();
      for await (const size of anna.sizes()) {
        await anna.turnTo("decide");
        for (const what of step === 1 ? ["guide", "choices", "focus"] : ["guide"])
          check(`${game} ${step} ${size} ${what}`, await anna.look(what, ["", ...options]));
        if (step > 1) continue;
        await anna.turnTo("log");
        check(`${game} ${size} log`, await anna.look("log"));
      }
      await anna.turnTo("decide");
      if (step < STEPS) await anna.click("button", anna.say("aids.do"));
    }
  }
}
