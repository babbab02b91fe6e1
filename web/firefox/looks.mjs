// Look at the page in Firefox in windows of four sizes: node looks.mjs FIREFOX GIVEN [LOOK...]
// GIVEN is a file with the server's address, the page's words and positions to play from (tests/e2e/firefox_games.py).
// Prints what was looked at and the faults found as JSON; tests/e2e/test_firefox.py judges them.
import { readFileSync } from "node:fs";
import { launch, STEADY } from "./browser.mjs";
import { fields, keys, mobilize } from "./looks/focus.mjs";
import { hints } from "./looks/hints.mjs";
import { chat, log } from "./looks/log.mjs";
import { memory } from "./looks/memory.mjs";
import { standIn } from "./looks/standin.mjs";
import { study } from "./looks/study.mjs";
import { tutorial } from "./looks/tutorial.mjs";
import { request, undo } from "./looks/undo.mjs";
import { Person } from "./person.mjs";

const ALONE = { tutorial, fields, mobilize, log, memory, study, hints, undo };
const TOGETHER = { chat, keys: (anna, _, check) => keys(anna, check), standIn, request };

const [executablePath, file, ...wanted] = process.argv.slice(2);
const given = JSON.parse(readFileSync(file, "utf-8"));
const browser = await launch(executablePath, { preferences: STEADY });
const [found, looked, took] = [[], {}, {}];
/** Milliseconds after which a look is given up. */
const LONGEST = 120_000;

/** Do a look; one that stops counts as a fault, and the others go on. */
async function doLook(name, look, ...people) {
  if (wanted.length && !wanted.includes(name)) return;
  const began = Date.now();
  looked[name] = 0;
  const check = (where, lines) => {
    looked[name] += 1;
    found.push(...lines.map((line) => `${name} ${where}: ${line}`));
  };
  const late = new Promise((_, refuse) => setTimeout(refuse, LONGEST, new Error("it takes too long")).unref());
  await Promise.race([look(...people, check), late]).catch((error) => found.push(`${name} stopped: ${error.stack}`));
  console.error(name);
  took[name] = (Date.now() - began) / 1000;
}

try {
  const anna = await Person.come(browser, given, "Anna", found);
  for (const [name, look] of Object.entries(ALONE)) await doLook(name, look, anna);
  const bruno = await Person.come(browser, given, "Bruno", found);
  const { id, invites } = await anna.sit("together");
  await bruno.post(`tables/${id}/join`, { token: invites.taliban });
  await bruno.open(`table/${id}`, "[data-connection=open]");
  for (const [name, look] of Object.entries(TOGETHER)) await doLook(name, look, anna, bruno);
  console.log(JSON.stringify({ looked, took, found }));
} finally {
  await browser.close();
}
