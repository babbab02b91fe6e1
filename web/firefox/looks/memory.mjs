// Strict memory, in a game without notes: what was looked at is not shown again by stepping back.
import { until } from "../browser.mjs";

/** Discs of which the face is up: on the map, or in the hand. */
const FACES = ".map :is(.disc.faction, .disc.neutral), [data-disc]";

/** Step back as far as the page goes; return how many faces each moment shows. */
async function stepBack(anna) {
  const back = anna.say("play.step-back");
  const faces = [];
  const count = () => anna.evaluate(() => document.querySelector(".count")?.textContent ?? "");
  while (await anna.evaluate((back) => !document.querySelector(`[aria-label="${back}"]`).disabled, back)) {
    const before = await count();
    await anna.click("button", back);
    await until(async () => (await count()) !== before, "nothing was stepped back");
    faces.push(await anna.count(FACES));
  }
  return faces;
}

/** Draw discs, place them, look at tile 08 and end the look. */
async function declare(anna) {
  const asked = async (ask) => {
    await until(async () => (await anna.options()).some((key) => ask.includes(key)), `${ask} never came`);
    await anna.settle();
  };
  await anna.asked();
  await anna.choose("declare");
  for (let disc = 0; disc < 2; disc += 1) {
    await asked(["12"]);
    await anna.choose("12");
    const options = await anna.asked();
    if (options.some((key) => ["faction", "neutral"].includes(key))) await anna.choose(options.at(-1));
  }
  await asked(["08"]);
  await anna.choose("08");
  await anna.settle();
  const seen = await anna.count('[data-space="08"] .disc.faction');
  await anna.choose("03");
  await anna.asked();
  return seen;
}

export async function memory(anna, check) {
  await anna.sit("declare");
  for await (const size of anna.sizes([[1280, 720]]))
    check(`${size} look`, (await declare(anna)) ? [] : ["no face was shown while it was looked at"]);
  for await (const size of anna.sizes()) {
    const now = await anna.count(FACES);
    const before = await stepBack(anna);
    check(size, [
      ...(now ? [`${now} faces are shown after the look`] : []),
      ...(before.length > 4 ? [] : ["there is nothing to step back to"]),
      ...(before.some((faces) => faces) ? [`faces are shown again: ${before}`] : []),
    ]);
    await anna.press("Escape");
    await anna.asked();
  }
}
