// A turn in the study is what the game calls a turn: in the list, on the timeline, in the panel.

const WHERE = ".timeline .where";

/** Open the panel of a study with one of its tabs. */
async function tab(anna, key) {
  if (anna.narrow) await anna.evaluate(() => document.querySelectorAll("nav.panes button")[1].click());
  await anna.tab(key);
}

/** Nothing is wider than the window. */
const width = (anna) =>
  anna.evaluate((where) => {
    const widest = Math.max(document.documentElement.scrollWidth, document.querySelector(where).getBoundingClientRect().right);
    return widest > innerWidth ? [`${widest} pixels in a window of ${innerWidth}`] : [];
  }, WHERE);

/** What lies outside the box it belongs to, and what the focus moves. */
const unsteady = async (anna) => [...(await anna.look("escapes")), ...(await anna.look("focus"))];

/** The names under a chart: each once, the first as it must be. */
async function rounds(anna, first) {
  await anna.shows("[data-panel] figure svg");
  await anna.settle();
  const names = await anna.texts("[data-panel] figure:first-of-type [data-round]");
  return [...differs("first", names[0], first), ...differs("names twice", names.length, new Set(names).size)];
}

const differs = (what, seen, wanted) => (JSON.stringify(seen) === JSON.stringify(wanted) ? [] : [`${what}: ${JSON.stringify(seen)}`]);

/** Turns by their names: as many rows as the game has turns, none for a part of one. */
async function named(anna, check, game, { turns, part, first, round }) {
  for await (const size of anna.sizes()) {
    await tab(anna, "study.turns");
    const rows = await anna.texts("[data-turn]:has(strong)");
    const slider = await anna.shows("[role=slider], input[type=range]", anna.say("study.slider-turn"));
    await slider.press("Home");
    const names = [];
    for (let step = 0; step < first.length; step += 1) {
      await anna.settle();
      names.push((await anna.texts(WHERE))[0]);
      await slider.press("ArrowRight");
    }
    check(`${game} ${size}`, [
      ...differs("turns", rows.length, turns),
      ...differs(part, rows.filter((row) => row.includes(part)), []),
      ...differs("first turns", names, first),
      ...(await width(anna)),
      ...(await unsteady(anna)),
    ]);
    await tab(anna, "study.charts");
    check(`${game} ${size} charts`, [...(await rounds(anna, round)), ...(await width(anna)), ...(await unsteady(anna))]);
  }
}

/** Turns under headings: a part of one that is chosen is named everywhere. */
async function headed(anna, check, game, { headings, chosen, round }) {
  for await (const size of anna.sizes()) {
    await tab(anna, "study.turns");
    const seen = await anna.texts("[data-panel] h3");
    await anna.click("[data-turn]", chosen);
    await anna.settle();
    check(`${game} ${size}`, [
      ...differs("headings", seen.filter((text) => text.startsWith("Turn ")), headings),
      ...differs("where", await anna.texts(WHERE), [chosen]),
      ...(await anna.look("shown", ["[data-turn][aria-current]"])),
      ...(await width(anna)),
    ]);
    await tab(anna, "study.moment");
    check(`${game} ${size} moment`, [...differs("title", (await anna.texts("[data-panel] h2"))[0], chosen), ...(await unsteady(anna))]);
    await tab(anna, "study.analyse");
    check(`${game} ${size} analysis`, [...(await rounds(anna, round)), ...(await width(anna))]);
  }
}

export async function study(anna, check) {
  for (const [game, wanted] of Object.entries(anna.given.studies)) {
    const { id } = await anna.post("tables/import", anna.given.positions[`played-${game}`]);
    await anna.open(`table/${id}/study`, WHERE);
    await (wanted.headings ? headed : named)(anna, check, game, wanted);
  }
}
