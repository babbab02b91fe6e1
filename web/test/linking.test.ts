import { describe, expect, it } from "vitest";
import { plainLetters, withRules, withSought } from "../src/aids/linking";

describe("numbers of rules in a text", () => {
  const known = new Set(["3.3.1", "8.5", "2nd:8.5"]);

  it("can be followed where the rule is there", () => {
    expect(withRules("As in 3.3.1 (8.5, 9.9).", known)).toEqual([
      { text: "As in " }, { text: "3.3.1", rule: "3.3.1" }, { text: " (" }, { text: "8.5", rule: "8.5" }, { text: ", 9.9)." },
    ]);
  });

  it("of the 2nd printing are numbers of their own", () => {
    expect(withRules("2nd:8.5", known)).toEqual([{ text: "2nd:8.5", rule: "2nd:8.5" }]);
  });
});

describe("words that were sought", () => {
  it("are marked where a word begins like them, whatever the accents", () => {
    expect(withSought("La città, le Città; capacità", "citta")).toEqual([
      { text: "La " }, { text: "città", sought: true }, { text: ", le " }, { text: "Città", sought: true }, { text: "; capacità" },
    ]);
    expect(withSought("A Base", "(")).toEqual([{ text: "A Base" }]);
  });

  it("are compared letter by letter", () => {
    expect(plainLetters("Né così")).toBe("ne cosi");
  });
});
