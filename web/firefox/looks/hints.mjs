// A hint lies beside the map, on a phone over it, all of it in sight; its reason names its own choice.

const SAID = ["[data-hinted]", "[data-in-short]", "[data-hint-said] button.primary"];

/** Whether two elements share a place on the screen. */
const overlap = (anna, ...pair) =>
  anna.evaluate(([one, other]) => {
    const [a, b] = [one, other].map((box) => document.querySelector(box).getBoundingClientRect());
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }, pair);

/** Ask for a hint, and wait for it. */
async function ask(anna) {
  await anna.turnTo("decide");
  await anna.click("[data-hint]");
  await anna.shows("[data-hinted]");
  await anna.settle();
}

export async function hints(anna, check) {
  for (const table of anna.given.hints) {
    await anna.sit(table);
    await anna.asked();
    for await (const size of anna.sizes()) {
      await ask(anna);
      const covers = !anna.narrow && ((await overlap(anna, "[data-hint-said]", "section.board")) || (await anna.count("dialog")) > 0);
      check(`${table} ${size}`, [...(await anna.look("shown", SAID)), ...(covers ? ["the hint covers the map"] : [])]);
      await anna.press("Escape");
      await anna.until(() => !document.querySelector("[data-hint-said]"), "the hint does not close");
    }
  }
  await reasons(anna, check);
}

/** Mobilizing: the reason for a unit, and for the place it goes to, names that unit or place. */
async function reasons(anna, check) {
  for await (const size of anna.sizes()) {
    for (let named = false; !named; ) {
      await anna.asked();
      await ask(anna);
      const [[question], [choice], [short]] = await Promise.all([".question", "[data-hinted] b", "[data-in-short]"].map((one) => anna.texts(one)));
      named = /which (unit|asset)\?|where|deploy/i.test(question);
      if (named) check(`reason ${size}`, short.includes(choice.split(/[:(]/)[0].trim()) ? [] : [`${question} ${choice}. ${short}`]);
      const before = await anna.version();
      await anna.click("button", anna.say("play.hint-take"));
      await anna.until((before) => Number(document.querySelector("[data-version]").dataset.version) > before, "the hint was not taken", before);
    }
  }
}
