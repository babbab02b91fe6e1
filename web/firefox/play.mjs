// Play one game on the page in Firefox, over WebDriver BiDi, to its end: node play.mjs FIREFOX ADDRESS GAME SEAT
// Prints what it saw as JSON; tests/e2e/test_firefox.py starts the server and judges it.
import { click, find, launch, least, until } from "./browser.mjs";

const [executablePath, address, game, seat] = process.argv.slice(2);
const BOTS = ["bot:3rd", "bot:standard"];
// Milliseconds to wait for what comes soon.
const SOON = 5_000;
const MOST = 400;

/** What the page shows: the table's version, the question, the last entry of the log, the options, the outcome. */
const shown = (page) =>
  page.evaluate(() => ({
    version: Number(document.querySelector("[data-version]")?.dataset.version),
    question: document.querySelector(".question")?.textContent.trim() ?? "",
    entry: Number([...document.querySelectorAll("li[data-n]")].at(-1)?.dataset.n ?? -1),
    over: document.querySelector("[data-study]") !== null,
    options: [...document.querySelectorAll("[data-option]:not(:disabled)")].map((one) => one.dataset.option),
    // where the list is silent, the map asks: the button that lays a tile, a place for one, an edge for a Roadblock
    map: ["[data-lay]", "[data-cell]", "[data-edge]"].find((one) => document.querySelector(one)) ?? "",
    confirm: document.querySelector("[data-confirm], [data-confirm-end]") !== null,
  }));

/** Come as a guest and start a game against bots. */
async function sitDown(page) {
  await page.goto(address);
  await (await find(page, "input", "Your name")).type("Anna");
  await click(page, "button", "Play as a guest");
  await click(page, "button", "I have written it down");
  await click(page, "a", "New game");
  await click(page, "input[type=radio]", game);
  await click(page, "button", "Next");
  await find(page, "select[name^=seat-]");
  for (const choice of await page.$$("select[name^=seat-]")) {
    const [name, values] = await choice.evaluate((one) => [one.name, [...one.options].map(({ value }) => value)]);
    await choice.select(name === `seat-${seat}` ? "me" : BOTS.find((bot) => values.includes(bot)));
  }
  await click(page, "button", "Next");
  await click(page, "button", "Start the game");
  await find(page, "[data-connection=open]");
  await (await find(page, "select", "Replay speed")).select("instant");
}

/** Wait until the player is asked or the game is over; return what the page shows. */
const asked = (page) =>
  until(async () => {
    const now = await shown(page);
    return (now.over || now.confirm || now.options.length > 0 || now.map) && now;
  }, "nobody is asked");

/** Wait until the player is asked and nothing changes any more; return what the page shows. */
const settled = async (page) => {
  let last = "";
  return until(async () => {
    const now = await asked(page);
    const same = JSON.stringify(now) === last;
    last = JSON.stringify(now);
    await new Promise((again) => setTimeout(again, 300));
    return same && !now.confirm && now;
  }, "the page never came to rest");
};

/** Ignore a click on an option that the page has just replaced; rethrow any other error. */
function unlessDetached(error) {
  if (!String(error).includes("detached")) throw error;
}

/** Take that many options, or as many as it takes to end the game; return how many. */
async function play(page, most) {
  for (let taken = 0; taken < most; taken += 1) {
    const now = await asked(page);
    if (now.over) return taken;
    const key = least(now.options);
    const what = now.confirm ? "[data-confirm], [data-confirm-end]" : key ? `[data-option="${key}"]` : now.map;
    const done = async () => {
      const next = await shown(page);
      return next.over || next.version > now.version || next.confirm !== now.confirm || (!key && next.map !== now.map);
    };
    await click(page, what).catch(unlessDetached);
    // On a busy machine the page may have moved under the pointer: as a person would, click again, unless it was only slow.
    if (!(await until(done, "", SOON).catch(() => false)))
      await click(page, what).catch(async (error) => {
        if (!(await done())) throw error;
      });
    await until(done, `${what} did nothing`);
  }
  return most;
}

/** Open the study of a finished game; return what it calls the last turn, and its rows in the list of turns. */
async function studied(page) {
  await click(page, "[data-study]");
  const called = await until(
    () => page.evaluate(() => document.querySelector(".timeline .where")?.textContent.trim()),
    "the study never came",
  );
  await click(page, "[role=tab]", "Turns");
  await find(page, "[data-turn]");
  const rows = await page.evaluate(() => [...document.querySelectorAll("[data-turn]")].map((one) => one.textContent.trim()));
  return { called, rows };
}

const browser = await launch(executablePath, { defaultViewport: { width: 1280, height: 900 } });
const faults = [];
const page = await browser.newPage();
try {
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && faults.push(message.text()));
  await sitDown(page);
  const start = await asked(page);
  let choices = await play(page, 10);
  const before = await settled(page);
  await page.reload();
  const after = await settled(page);
  choices += await play(page, MOST);
  const end = await shown(page);
  console.log(JSON.stringify({ start, before, after, end, study: await studied(page), choices, faults }));
} catch (error) {
  const seen = await shown(page).catch(() => undefined);
  console.error(error.stack, seen, faults);
  process.exitCode = 1;
} finally {
  await browser.close();
}
