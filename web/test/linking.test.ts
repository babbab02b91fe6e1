import { describe, expect, it } from "vitest";
import { soughtCards, withRules, withSought } from "../src/aids/linking";
import { plainLetters } from "../src/lib/options";

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

describe("cards that were sought", () => {
  const card = (title: string, group: string, facts: string) => ({ title, group, facts });
  const motorcycles = card("Motorcycles", "Tactics cards", "Tactics card: Taliban ×2");
  const winter = card("Winter", "Event cards", "Event card 12");
  const die = card("US die", "Dice", "3 Hits, 2 Blocks, 1 blank");
  const cards = [motorcycles, winter, die];

  it("are found by the first letters of their title, group and facts", () => {
    expect(soughtCards(cards, "moto")).toEqual([motorcycles]);
    expect(soughtCards(cards, "event WINTER")).toEqual([winter]);
    expect(soughtCards(cards, "dice")).toEqual([die]);
    expect(soughtCards(cards, "cards")).toEqual([motorcycles, winter]);
  });

  it("are none where nothing is sought, or something else", () => {
    expect(soughtCards(cards, " ")).toEqual([]);
    expect(soughtCards(cards, "cycles")).toEqual([]);
    expect(soughtCards(cards, "motorcycles winter")).toEqual([]);
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
