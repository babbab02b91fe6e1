// Importing records and positions: what is asked of the server, and when.

import { describe, expect, it } from "vitest";
import { gameOf, importing, type Imports } from "../src/lobby/importing";

const DECKLESS = 'format = "khyber-position/1"\ngame = "river"\nactive = "taliban"\n';
const WARNING = "The deck is empty: the game ends after this turn.";

function server(warnings: string[]) {
  const asked: string[] = [];
  const imports: Imports = {
    checkPosition: async (game, _text, lang) => {
      asked.push(`check ${game} ${lang}`);
      return { ok: true, problem: null, warnings, view: {} };
    },
    bringIn: async (_text, name, game) => {
      asked.push(`import ${name} ${game}`);
      return { id: "t1", invites: {} };
    },
  };
  return { asked, imports };
}

describe("importing", () => {
  it("shows the warnings of a position before it makes a table", async () => {
    const { asked, imports } = server([WARNING]);
    const wanted = { text: DECKLESS, name: "mine", game: "desert", lang: "it", warned: false };
    expect(await importing(imports, wanted)).toEqual({ warnings: [WARNING] });
    expect(asked).toEqual(["check river it"]);
    expect(await importing(imports, { ...wanted, warned: true })).toEqual({ table: "t1" });
    expect(asked).toEqual(["check river it", "import mine river"]);
  });

  it("imports a position without warnings at once", async () => {
    const { asked, imports } = server([]);
    expect(await importing(imports, { text: DECKLESS, name: "", game: "desert", lang: "en", warned: false })).toEqual({ table: "t1" });
    expect(asked).toEqual(["check river en", "import  river"]);
  });

  it("leaves a record to the server", async () => {
    const { asked, imports } = server([WARNING]);
    expect(await importing(imports, { text: ' {"game": "river"}', name: "r", game: "desert", lang: "en", warned: false })).toEqual({ table: "t1" });
    expect(asked).toEqual(["import r null"]);
  });

  it("knows the game of a position, as the server does", () => {
    expect(gameOf(DECKLESS, "desert")).toBe("river");
    expect(gameOf("game='far-desert'", "desert")).toBe("far-desert");
    expect(gameOf('active = "taliban"', "desert")).toBe("desert");
    expect(gameOf("{}", "desert")).toBeNull();
  });
});
