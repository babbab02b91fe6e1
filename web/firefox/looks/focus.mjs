// Whatever gets the focus, the table and its map stay where they are.

/** What must not move; what is around it must not scroll. */
const PLACES = [".table", ".table > .board", "[data-sheet]", ".map svg"];

/** Every part of a table: the panes of a phone, and the tabs beside the choices. */
async function* parts(person) {
  for (const part of person.narrow ? ["decide", "board", "log"] : [""]) {
    if (part) await person.turnTo(part);
    const tabs = part === "" || part === "log" ? await person.texts(".side [role=tab]") : [""];
    for (const [nth, tab] of tabs.entries()) {
      if (tab) await person.evaluate((nth) => document.querySelectorAll(".side [role=tab]")[nth].click(), nth);
      if (tab) await person.settle();
      yield `${part} ${tab}`.trim();
    }
  }
}

/** What has moved since. */
async function moved(person, before, by) {
  const after = await person.look("places", PLACES);
  return after.filter((line, at) => line !== before[at]).map((line) => `${by} moved: ${line}`);
}

/** Every field of games under way. */
export async function fields(anna, check) {
  for (const game of anna.given.games) {
    await anna.sit(game);
    for await (const size of anna.sizes())
      for await (const part of parts(anna))
        check(`${game} ${size} ${part}`, [...(await anna.look("escapes")), ...(await anna.look("focus"))]);
  }
}

/** With the Tab key through each tab beside the choices, and into the field of the chat. */
export async function keys(anna, check) {
  await anna.page.bringToFront();
  for await (const size of anna.sizes()) {
    await anna.turnTo("log");
    for (const key of ["log", "facts", "chat", "seats", "notes"]) {
      await anna.tab(`table.${key}`);
      const before = await anna.look("places", PLACES);
      // what the focus has moved stays where it is, so that one look after several keys is enough
      await anna.press("Tab", "Tab", "Tab", "Tab", "Tab", "Tab");
      const found = await moved(anna, before, "Tab");
      await anna.page.keyboard.down("Shift");
      await anna.press("Tab", "Tab", "Tab");
      await anna.page.keyboard.up("Shift");
      found.push(...(await moved(anna, before, "Shift+Tab")));
      check(`${size} ${key}`, found);
    }
    await anna.tab("table.chat");
    const before = await anna.look("places", PLACES);
    await anna.click("input", anna.say("chat.say"));
    await anna.page.keyboard.type("Hello");
    check(`${size} chat`, await moved(anna, before, "a word in the chat"));
    await anna.press("Backspace", "Backspace", "Backspace", "Backspace", "Backspace");
  }
}

/** The keys that take a choice lead to the next, and back, in sight, also below a sheet such as a market. */
export async function mobilize(anna, check) {
  await anna.sit("mobilize");
  await anna.asked();
  for await (const size of anna.sizes()) {
    await anna.turnTo("decide");
    for (const key of ["Enter", "u"]) {
      const before = await anna.version();
      if (key === "Enter") await anna.evaluate(() => document.querySelector("[data-option]:not(:disabled)").focus());
      await anna.press(key);
      await anna.until((before) => Number(document.querySelector("[data-version]").dataset.version) > before, `${key} did nothing`, before);
      await anna.asked();
      const lost = await anna.evaluate(() => document.activeElement === document.body);
      check(`${size} ${key}`, [...(lost ? ["the focus is lost"] : []), ...(await anna.look("focused"))]);
    }
  }
}
