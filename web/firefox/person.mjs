// Somebody with a browser's store of their own, at a table of a Khyber server, in windows of four sizes.
import look from "../../tests/e2e/sight.mjs";
import quiet from "../../tests/e2e/quiet.mjs";
import { click, find, until } from "./browser.mjs";

/** Two desktops, a tablet held upright, a phone. */
const SIZES = [[1280, 720], [1440, 900], [820, 1180], [390, 844]];
/** What a table shows on a phone, one part at a time. */
const PANES = ["decide", "board", "log"];
/** Widths up to which the page is a phone's. */
const NARROW = 900;
/** Milliseconds without a change after which the page is looked at; what must come over the line is waited for first. */
const STILL = 50;

export class Person {
  /** Come as a guest. `given`: the server's address, the page's words, the positions to play from. */
  static async come(browser, given, name, faults) {
    const context = await browser.createBrowserContext();
    const person = new Person(await context.newPage(), given);
    person.page.on("pageerror", (error) => faults.push(`${name}: ${error}`));
    const [[width, height]] = SIZES;
    await person.page.setViewport({ width, height });
    await person.page.goto(given.address);
    await person.post("guests", { name });
    await person.keep({ quick: "off", "confirm-end": "off", speed: "instant" });
    return person;
  }

  constructor(page, given) {
    this.page = page;
    this.given = given;
    this.size = SIZES[0];
  }

  /** Keep settings of the page. */
  keep(settings) {
    return this.evaluate((settings) => {
      for (const [name, value] of Object.entries(settings)) localStorage.setItem(`khyber.${name}`, value);
    }, settings);
  }

  evaluate(...what) {
    return this.page.evaluate(...what);
  }

  /** A text of the page by its key. */
  say(key, params = {}) {
    return Object.entries(params).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), this.given.words[key]);
  }

  /** Send JSON to the server, and return its answer. */
  async post(path, data = {}) {
    const [ok, answer] = await this.evaluate(async (path, data) => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(data) });
      return [reply.ok, await reply.json()];
    }, path, data);
    if (!ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Open an address of the page. */
  async open(path, shows) {
    await this.page.goto("about:blank"); // from there it is a page of its own, not another part of the one shown
    await this.page.goto(`${this.given.address}/#/${path}`);
    await this.until((shows) => document.querySelector(shows) !== null, `${path} never came`, shows);
    await this.settle();
  }

  /** Sit down at a table made from one of the given positions; return its id and invitations. */
  async sit(position, more = {}) {
    const made = await this.post("tables/import", { ...this.given.positions[position], ...more });
    await this.open(`table/${made.id}`, "[data-connection=open]");
    return made;
  }

  /** Wait until the page says yes. */
  until(what, why, ...more) {
    return until(() => this.evaluate(what, ...more), why);
  }

  settle() {
    return this.evaluate(quiet, STILL);
  }

  /** The faults that a check of sight.mjs finds. */
  look(what, given = []) {
    return this.evaluate(look, [what, given]);
  }

  /** The texts of all elements that a selector matches. */
  texts(selector) {
    return this.evaluate((selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim()), selector);
  }

  count(selector) {
    return this.evaluate((selector) => document.querySelectorAll(selector).length, selector);
  }

  shows(selector, words = "") {
    return find(this.page, selector, words);
  }

  click(selector, words = "") {
    return click(this.page, selector, words);
  }

  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Give the window each size; say which. */
  async *sizes(some = SIZES) {
    for (const [width, height] of some) {
      this.size = [width, height];
      await this.page.setViewport({ width, height });
      await this.settle();
      yield `${width}x${height}`;
    }
  }

  get narrow() {
    return this.size[0] <= NARROW;
  }

  /** On a phone, show this part of the table. */
  async turnTo(part) {
    if (!this.narrow) return;
    await this.evaluate((nth) => document.querySelectorAll("nav.panes button")[nth].click(), PANES.indexOf(part));
    await this.settle();
  }

  /** Show a tab beside the choices, or of the study. */
  async tab(key) {
    await this.click("[role=tab]", this.say(key));
    await this.settle();
  }

  version() {
    return this.evaluate(() => Number(document.querySelector("[data-version]")?.dataset.version));
  }

  options() {
    return this.evaluate(() => [...document.querySelectorAll("[data-option]:not(:disabled)")].map((one) => one.dataset.option));
  }

  /** Wait until this person is asked; return the options. */
  async asked() {
    const options = await until(async () => {
      const offered = await this.options();
      return offered.length > 0 && offered;
    }, "nobody asks us");
    await this.settle();
    return options;
  }

  /** Take an option, in the list where it is asked. */
  async choose(key) {
    await this.turnTo("decide");
    const before = await this.version();
    await this.click(`[data-option="${key}"]`);
    await until(async () => {
      if (await this.count("[data-confirm]")) await this.click("[data-confirm]");
      return (await this.version()) > before;
    }, `${key} was not taken`);
  }
}
