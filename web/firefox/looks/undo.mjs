// Undo against bots says what will be redrawn, asks once, and marks the result; between people it asks for consent.
import { least, until } from "../browser.mjs";

const SCOPE = "dialog [data-undo-scope]";
/** What a request would take back, as who is asked sees it. */
const WANTED = ".undo.golden [data-undo-scope]";
/** Choices of the other player that it would take back. */
const OTHERS = /(Coalition|Government|Warlords): /;
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

/** Two people alone: a request says what it takes back, also in the title of who is asked, and is refused. */
export async function request(anna, bruno, check) {
  const { id, invites } = await anna.sit("alone");
  await bruno.post(`tables/${id}/join`, { token: invites.taliban });
  await bruno.open(`table/${id}`, "[data-connection=open]");
  for (const one of [bruno, anna]) {
    await one.page.bringToFront();
    await one.choose(least(await one.asked()));
  }
  const [version, title] = [await anna.version(), await anna.page.title()];
  await bruno.page.bringToFront();
  await bruno.until((version) => Number(document.querySelector("[data-version]").dataset.version) >= version, "a choice never came", version);
  await bruno.click("[data-undo]");
  await bruno.shows(SCOPE);
  const [asked] = await bruno.texts(SCOPE);
  check("dialog", OTHERS.test(asked) ? [] : [`it says ${asked}`]);
  await bruno.click("[data-confirm-undo]");
  await anna.page.bringToFront();
  await anna.shows(WANTED);
  for await (const size of anna.sizes()) {
    await anna.turnTo("decide");
    const [said] = await anna.texts(".undo.golden");
    const called = await anna.page.title();
    check(`request ${size}`, [
      ...(OTHERS.test(said) ? [] : [`it says ${said}`]),
      ...(called.startsWith("↶ Undo") ? [] : [`the tab is called ${called}`]),
      ...(await anna.look("shown", [WANTED, ".undo.golden button.primary"])),
    ]);
  }
  await anna.click(".undo.golden button", anna.say("ask.refuse"));
  await anna.until(() => !document.querySelector(".undo.golden"), "the request stays");
  const called = await anna.page.title();
  check("refused", [
    ...((await anna.version()) === version ? [] : ["it was undone all the same"]),
    ...(called.endsWith(title.replace("● ", "")) ? [] : [`the tab is called ${called}`]),
  ]);
}
