// The log and the chat keep the newest in sight, and leave what is read back where it is.
import { least, until } from "../browser.mjs";

const NEWEST = "[data-log] li[data-n] .entry";
/** Entries of a replay that are looked at. */
const REPLAYED = 2;
/** Milliseconds after which the page has done with a wheel. */
const WHEELED = 400;

const telling = (anna) => anna.evaluate(() => document.querySelector("[data-telling]")?.dataset.telling);

/** Turn the wheel over a box. */
async function wheel(anna, box, by) {
  const { x, y } = await anna.evaluate((box) => {
    const { left, top, width, height } = document.querySelector(box).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, box);
  await anna.page.mouse.move(x, y);
  await anna.page.mouse.wheel({ deltaY: by });
  await new Promise((done) => setTimeout(done, WHEELED));
}

/** Do the least one can, without leaving the log, until the bots have moved. */
async function pass(anna) {
  for (let replayed = false; !replayed; ) {
    const version = await anna.version();
    const key = least(await anna.asked());
    await anna.evaluate((key) => document.querySelector(`[data-option="${CSS.escape(key)}"]`).click(), key);
    await until(async () => (await anna.version()) > version, `${key} was not taken`);
    await until(async () => {
      replayed = (await telling(anna)) === "behind";
      return replayed || (await anna.options()).length > 0;
    }, "nothing is replayed, and nobody asks us");
  }
}

/** Skip the rest of the replay. */
async function skip(anna) {
  await until(async () => {
    if ((await telling(anna)) === "behind") await anna.press("Escape");
    return (await anna.options()).length > 0 && (await telling(anna)) === "live";
  }, "the replay does not end");
  await anna.settle();
}

/** What is replayed is in sight, and after the replay the newest entry. */
async function follow(anna, check, size) {
  await pass(anna);
  const [told, lost] = [new Set(), []];
  const entry = () => anna.evaluate(() => document.querySelector("[data-log] li.now")?.dataset.n);
  await until(async () => {
    const now = await entry();
    if (now && !told.has(now)) {
      const found = await anna.look("shown", ["[data-log] li.now .entry"]);
      if ((await entry()) === now) {
        told.add(now);
        lost.push(...found);
      }
    }
    return told.size === REPLAYED || (await telling(anna)) === "live";
  }, "the replay stops");
  check(`${size} replay`, told.size ? lost : ["no entry is marked while it is replayed"]);
  await skip(anna);
  check(`${size} newest`, await anna.look("shown", [NEWEST]));
}

/** A game against bots: through replays, skips, and what is read back meanwhile. */
export async function log(anna, check) {
  await anna.keep({ speed: "fast" });
  await anna.sit("turn");
  for await (const size of anna.sizes()) {
    await anna.turnTo("log");
    await skip(anna);
    await follow(anna, check, size);
    await wheel(anna, "[data-log]", -600);
    const read = () => anna.evaluate(() => document.querySelector("[data-log]").scrollTop);
    const before = await read();
    await pass(anna);
    await skip(anna);
    const after = await read();
    check(`${size} read back`, before === after ? [] : [`the log went from ${before} to ${after}`]);
    await wheel(anna, "[data-log]", 50_000);
    await follow(anna, check, size);
  }
  await anna.keep({ speed: "instant" });
}

/** Two people talk; one of them reads back. */
export async function chat(anna, bruno, check) {
  const said = (who, text) => who.until((text) => document.querySelector("[role=log]").textContent.includes(text), `${text} never came`, text);
  const answer = async (text) => {
    await bruno.evaluate((text) => {
      const field = document.querySelector(".say input");
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.form.requestSubmit();
    }, text);
    await said(bruno, text);
  };
  const heard = async (text) => {
    await said(anna, text);
    await anna.settle();
  };
  await bruno.tab("table.chat");
  for (let line = 0; line < 15; line += 1) await answer(`line ${line}.`);
  await anna.page.bringToFront();
  for await (const size of anna.sizes()) {
    await anna.turnTo("log");
    await anna.tab("table.chat");
    await heard("line 14.");
    check(`${size} chat opened`, await anna.look("shown", ["[role=log] .line p"]));
    await wheel(anna, "[role=log]", -10_000);
    const top = () => anna.evaluate(() => document.querySelector("[role=log]").scrollTop);
    const before = await top();
    await answer(`Are you there? ${size}`);
    await heard(`Are you there? ${size}`);
    check(`${size} chat read back`, before === 0 && (await top()) === 0 ? [] : [`the chat went from ${before} to ${await top()}`]);
    await (await anna.shows("input", anna.say("chat.say"))).type("Yes."); // who writes has read enough
    await anna.press("Enter");
    await anna.settle();
    check(`${size} chat written`, await anna.look("shown", ["[role=log] .line p", ".say input"]));
    await answer(`Good. ${size}`);
    await heard(`Good. ${size}`);
    check(`${size} chat followed`, await anna.look("shown", ["[role=log] .line p", ".say input"]));
  }
}
