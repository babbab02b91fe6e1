// Look at the first step of each first game in Firefox, at four sizes: node sights.mjs FIREFOX ADDRESS
// Prints the faults that tests/e2e/sight.mjs finds as JSON; tests/e2e/test_firefox.py judges them.
import puppeteer from "puppeteer-core";
import look from "../../tests/e2e/sight.mjs";

const [executablePath, address] = process.argv.slice(2);
const GAMES = ["distant-plain", "zurmat", "enduring-freedom"];
const SIZES = [[1280, 720], [1440, 900], [820, 1180], [390, 844]];
const SOON = 30_000;

/** Wait for a function to return something; return it. */
async function until(what, why) {
  const end = Date.now() + SOON;
  for (;;) {
    const found = await what();
    if (found) return found;
    if (Date.now() > end) throw new Error(why);
    await new Promise((again) => setTimeout(again, 50));
  }
}

const browser = await puppeteer.launch({ browser: "firefox", executablePath, extraPrefsFirefox: { "intl.accept_languages": "en-GB" } });
const found = [];
let looked = 0;
try {
  const page = await browser.newPage();
  await page.goto(address);
  const post = (path, data) =>
    page.evaluate(async (path, data) => {
      const made = await fetch(`/api/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });
      return made.json();
    }, path, data);
  await post("guests", { name: "Anna" });
  for (const game of GAMES) {
    const { id } = await post(`tutorials/${game}`, {});
    await page.goto(`${address}/#/table/${id}/tutorial`);
    await page.reload();
    await until(() => page.evaluate(() => document.querySelector('[data-tutorial="1"] h2') !== null && document.querySelector("[data-option]") !== null), `${game} never began`);
    for (const [width, height] of SIZES) {
      await page.setViewport({ width, height });
      const pane = (nth) => width <= 900 && page.evaluate((nth) => document.querySelectorAll("nav.panes button")[nth].click(), nth);
      const check = async (what) => {
        await new Promise((drawn) => setTimeout(drawn, 300));
        looked += 1;
        found.push(...(await page.evaluate(look, [what, []])).map((line) => `${game} ${width}x${height}: ${line}`));
      };
      await pane(0);
      for (const what of ["guide", "choices", "escapes", "focus"]) await check(what);
      await pane(2);
      for (const what of ["log", "focus"]) await check(what);
    }
  }
  console.log(JSON.stringify({ looked, found }));
} catch (error) {
  console.error(error.stack);
  process.exitCode = 1;
} finally {
  await browser.close();
}
