// Undo against bots: it says what will be redrawn, asks once, and marks the result.
import { least, until } from "../browser.mjs";

const SCOPE = "dialog [data-undo-scope]";
const MARK = "With undone chance";

/** What the dialog must say. */
const SAYS = [/\(bot\): \d+ choices?, made again/, /with undone chance/];

export async function undo(anna, check) {
  const { id } = await anna.sit("turn");
  const options = await anna.asked();
  await anna.choose(least(options));
  await anna.asked();
  const version = await anna.version();
  for await (const size of anna.sizes()) {
    await anna.turnTo("decide");
    await anna.click("[data-undo]");
    await anna.shows(SCOPE);
    await anna.settle();
    const [said] = await anna.texts(SCOPE);
    check(`dialog ${size}`, [
      ...SAYS.filter((what) => !what.test(said)).map((what) => `${what} is missing: ${said}`),
      ...(said.includes("consent") ? ["it speaks of consent"] : []),
      ...(await anna.look("shown", [SCOPE, "[data-confirm-undo]"])),
    ]);
    await anna.press("Escape");
    await anna.until(() => !document.querySelector("dialog"), "the dialog does not close");
  }
  check("unanswered", (await anna.version()) === version ? [] : ["it was undone without an answer"]);
  await anna.click("[data-undo]");
  await anna.click("[data-confirm-undo]");
  await until(async () => (await anna.version()) > version, "it was not undone");
  await anna.asked();
  check("once", (await anna.count("dialog")) ? ["it asks again"] : []);
  const record = await anna.evaluate(async (id) => (await fetch(`/api/tables/${id}/record`)).text(), id);
  check("record", /~\d+ chance/.test(record) ? [] : ["the record is not marked"]);
  await result(anna, check);
}

/** A finished game: at the table, in the lobby and in the analysis. */
async function result(anna, check) {
  const { id } = await anna.post("tables/import", anna.given.positions.undone);
  const places = { [`table/${id}`]: "[data-undone]", "": "li [data-undone]", [`table/${id}/study`]: "[data-analysis] [data-undone]" };
  for (const [path, mark] of Object.entries(places)) {
    await anna.open(path, path.endsWith("study") ? ".timeline .where" : mark);
    for await (const size of anna.sizes()) {
      if (path.endsWith("study")) {
        if (anna.narrow) await anna.evaluate(() => document.querySelectorAll("nav.panes button")[1].click());
        await anna.tab("study.analyse");
      }
      const one = await anna.shows(mark);
      const said = await one.evaluate((one) => {
        one.scrollIntoView({ block: "center" });
        return one.textContent;
      });
      await anna.settle();
      check(`mark ${path.split("/")[2] ?? path.split("/")[0]} ${size}`, [...(said.includes(MARK) ? [] : [`it says ${said}`]), ...(await anna.look("shown", [mark]))]);
    }
  }
}
