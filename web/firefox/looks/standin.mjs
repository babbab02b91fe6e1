// The host wants a bot in the seat of somebody who is there: they are told, and keep the seat.

const TOLD = "[data-stand-in-wanted=taliban]";

export async function standIn(anna, bruno, check) {
  for await (const size of anna.sizes()) {
    await anna.page.bringToFront();
    await anna.turnTo("log");
    await anna.tab("table.seats");
    if (!(await anna.evaluate(() => document.querySelector(".side details").open))) await anna.click("summary", anna.say("table.manage"));
    const title = await bruno.page.title();
    await anna.click("[data-stand-in=taliban]");
    await anna.shows("dialog");
    await anna.settle();
    const [asked] = await anna.texts("dialog");
    check(`${size} asked`, [
      ...(asked.includes("Bruno is online") ? [] : [`it asks: ${asked}`]),
      ...(await anna.look("shown", ["dialog p", "[data-confirm-bot]"])),
      ...((await bruno.count(TOLD)) ? ["a bot is wanted before it is confirmed"] : []),
    ]);
    await anna.click("[data-confirm-bot]");
    await anna.shows(TOLD);
    await anna.settle();
    check(`${size} host`, await anna.look("shown", [`${TOLD} span`, "[data-withdraw-bot]"]));

    await bruno.page.bringToFront();
    await bruno.page.setViewport({ width: anna.size[0], height: anna.size[1] });
    const notice = await bruno.shows(TOLD);
    await bruno.settle();
    const said = await notice.evaluate((one) => one.textContent);
    check(`${size} told`, [
      ...(said.includes("Anna wants a bot") ? [] : [`it says ${said}`]),
      ...((await bruno.page.title()).startsWith("Still playing") ? [] : [`the tab is called ${await bruno.page.title()}`]),
      ...(await bruno.look("shown", [`${TOLD} span`, "[data-stay]"])),
    ]);
    await bruno.click("[data-stay]");
    await bruno.until((told) => !document.querySelector(told), "the notice stays", TOLD);
    check(`${size} kept`, (await bruno.page.title()) === title ? [] : [`the tab is called ${await bruno.page.title()}`]);

    await anna.page.bringToFront();
    await anna.shows("[data-stayed]", "Bruno is still playing");
    await anna.settle();
    check(`${size} objected`, await anna.look("shown", ["[data-stayed] span"]));
    await anna.click("[data-stayed] button");
  }
}
