// Firefox over WebDriver BiDi, and how its pages are waited for and clicked.
//
// Puppeteer's own locators and waits evaluate strings, which the page's Content-Security-Policy forbids: elements are
// found by functions here.
import puppeteer from "puppeteer-core";

/** Milliseconds to wait for what must come. */
const PATIENCE = 30_000;
/** Options that end a question without doing more: a turn, and with it a game, is over sooner. */
const ENOUGH = ["pass", "done", "none", "nothing", "keep", "decline", "alone", "let"];

/** Preferences with which nothing moves by itself, and a window in the background is as fast as any. */
export const STEADY = { "ui.prefersReducedMotion": 1, "dom.min_background_timeout_value": 4 };

/** The option that does least. */
export const least = (options) => ENOUGH.find((word) => options.includes(word)) ?? options[0];

/** Start Firefox in English; `preferences` as in about:config. */
export const launch = (executablePath, { preferences = {}, ...more } = {}) =>
  puppeteer.launch({
    browser: "firefox",
    executablePath,
    extraPrefsFirefox: { "intl.accept_languages": "en-GB", ...preferences },
    ...more,
  });

/** Wait for a function to return something; return it. */
export async function until(what, why, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await what();
    if (found) return found;
    if (Date.now() > end) throw new Error(why);
    await new Promise((again) => setTimeout(again, 50));
  }
}

/** Wait for a visible, enabled element that a selector and words of it or of its label match; return it. */
export function find(page, selector, words = "") {
  const look = (selector, words) =>
    [...document.querySelectorAll(selector)].find((one) => {
      const said = [one.ariaLabel, one.textContent, ...[...(one.labels ?? [])].map((label) => label.textContent)];
      return one.checkVisibility() && !one.disabled && said.some((text) => text?.includes(words));
    });
  return until(
    async () => (await page.evaluateHandle(look, selector, words)).asElement(),
    `${selector} ${words} never came`,
  );
}

export const click = async (...what) => (await find(...what)).click();
