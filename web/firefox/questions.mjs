// Look at questions in Firefox, each in one window: node questions.mjs FIREFOX GIVEN
// GIVEN is a file with the server's address, the page's words and, by name, positions to sit down at, each with its
// question, its choices and a size (tests/e2e/firefox_games.py). Prints the faults found as JSON.
import { readFileSync } from "node:fs";
import { launch, STEADY } from "./browser.mjs";
import { Person } from "./person.mjs";

const [executablePath, file] = process.argv.slice(2);
const given = JSON.parse(readFileSync(file, "utf-8"));
const browser = await launch(executablePath, { preferences: STEADY });
const found = [];

/** What of a question cannot be seen or reached, and what its focus moves. */
async function look(anna, name, { ask, choices, size }) {
  await anna.sit(name);
  await anna.shows("#decision-question");
  for await (const width of anna.sizes([size])) {
    await anna.turnTo("decide");
    const lines = [...(await anna.look("choices", [ask, ...choices])), ...(await anna.look("focus")), ...(await anna.look("escapes"))];
    await anna.turnTo("log");
    lines.push(...(await anna.look("log")));
    found.push(...lines.map((line) => `${name} ${width} Firefox: ${line}`));
  }
}

try {
  const anna = await Person.come(browser, given, "Anna", found);
  for (const [name, question] of Object.entries(given.questions))
    await look(anna, name, question).catch((error) => found.push(`${name} stopped: ${error.stack}`));
  console.log(JSON.stringify({ looked: Object.keys(given.questions).length, found }));
} finally {
  await browser.close();
}
