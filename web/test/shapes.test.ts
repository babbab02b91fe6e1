import { describe, expect, it } from "vitest";
import type { JsonObject, Texts } from "../src/lib/contract";
import { Names, plain } from "../src/lib/names";
import { matching } from "../src/lib/options";
import { gridOf, overview, scale, shapeOf } from "../src/boards/generic/shapes";

const texts: Texts = {
  language: "en",
  words: {
    seat: { reds: "The Reds", blues: "The Blues" },
    piece: { "reds-cube": "Red cubes", "blues-cube": "Blue cubes" },
    "piece:one": { "reds-cube": "Red cube", "blues-cube": "Blue cube" },
    "piece:other": { "reds-cube": "Red cubes", "blues-cube": "Blue cubes" },
    space: { oasis: "The Oasis", pass: "The Pass" },
    card: { "7": "7 Sandstorm" },
    mood: { calm: "Calm" },
  },
  labels: { "view.spaces": "Places", "label.gold": "Gold", "view.wells": "Wells" },
  reconstructed: { space: ["pass"], card: ["7"], supply: ["reds-cube"] },
};
const game = { seats: [{ id: "reds", name: "Reds" }, { id: "blues", name: "Blues" }] };
const names = new Names(game, texts);

const view: JsonObject = {
  game: "tiny",
  spaces: {
    oasis: { pieces: { "reds-cube": 1, "blues-cube": 2 }, mood: "calm", wells: 0, dry: false },
    pass: { pieces: {}, mood: "calm", wells: 2, dry: true },
  },
  gold: { reds: 3, blues: -1 },
  ready: { reds: true, blues: false },
  round: { played: 1, of: 4 },
  turn: 12,
  card: 7,
  supply: { "reds-cube": 5 },
  totals: { wells: 2, camels: 9 },
  hand: ["oasis", "oasis", "pass"],
  pairs: [[7, "calm"]],
  nothing: [],
};

describe("names", () => {
  it("come from the key's own words, then from any, then from the id", () => {
    expect(names.value("space", "oasis")).toBe("The Oasis");
    expect(names.value("hand", "oasis")).toBe("The Oasis");
    expect(names.value("cards", 7)).toBe("7 Sandstorm");
    expect(names.value("hand", "out-of-play")).toBe("Out of play");
    expect(names.label("spaces")).toBe("Places");
    expect(names.label("gold")).toBe("Gold");
    expect(names.label("something-new")).toBe("Something new");
    expect(plain("a_b-c")).toBe("A b c");
  });

  it("know whose a piece is and how many there are", () => {
    expect(names.ownerOf("blues-cube")).toBe("blues");
    expect(names.ownerOf("bluest")).toBeNull();
    expect(names.counted("pieces", "reds-cube", 1)).toBe("Red cube");
    expect(names.counted("supply", "reds-cube", 2)).toBe("Red cubes");
  });

  it("know what is reconstructed, whatever its state", () => {
    expect(names.reconstructed("spaces", "pass")).toBe(true);
    expect(names.reconstructed("space", "oasis")).toBe(false);
    expect(names.reconstructed("supply", "reds-cube reduced")).toBe(true);
    expect(names.reconstructed("hand", "pass")).toBe(false);
    expect([names.marks(), names.marks("card"), names.marks("mood"), new Names(null).marks()]).toEqual([true, true, false, false]);
  });
});

describe("marks", () => {
  it("stand beside reconstructed places, cards and pieces, and nothing else", () => {
    const places = shapeOf("spaces", view["spaces"]!, names);
    expect(places.kind === "places" && places.items.map((place) => place.reconstructed)).toEqual([false, true]);
    expect(shapeOf("card", 7, names)).toMatchObject({ kind: "named", reconstructed: true });
    expect(shapeOf("supply", { "reds-cube": 5, "blues-cube": 1 }, names)).toMatchObject({
      items: [{ id: "reds-cube", reconstructed: true }, { id: "blues-cube" }],
    });
    expect(shapeOf("mood", "calm", names)).not.toHaveProperty("reconstructed");
  });
});

describe("the overview of a view", () => {
  const sorted = overview(view, names);

  it("puts every part into its panel", () => {
    expect(sorted.places.map((part) => part.key)).toEqual(["spaces"]);
    expect(sorted.columns.map((column) => column.key)).toEqual(["gold", "ready"]);
    expect(sorted.tracks.map((part) => part.key)).toEqual(["round", "turn", "totals"]);
    expect(sorted.faces.map((part) => part.key)).toEqual(["card"]);
    expect(sorted.pools.map((part) => part.key)).toEqual(["supply"]);
    expect(sorted.rest.map((part) => part.key)).toEqual(["hand", "pairs"]);
  });

  it("shows places with their pieces, and leaves out what is not there", () => {
    const [part] = sorted.places;
    if (part?.shape.kind !== "places") throw new Error("no places");
    const [oasis, pass] = part.shape.items;
    expect(oasis).toMatchObject({ name: "The Oasis", occupied: true });
    expect(oasis!.parts.map((one) => one.key)).toEqual(["pieces", "mood"]);
    expect(pass!.parts.map((one) => one.key)).toEqual(["mood", "wells", "dry"]);
    expect(oasis!.parts[0]!.shape).toMatchObject({ kind: "pieces", items: [{ name: "Red cube", seat: "reds" }, { n: 2 }] });
    expect(oasis!.parts[1]!.shape).toMatchObject({ usual: true });
    expect(pass!.occupied).toBe(false);
  });

  it("counts like things of a hand, and names what is named", () => {
    expect(shapeOf("hand", view["hand"]!, names)).toMatchObject({ items: [{ n: 2 }, { n: 1 }] });
    expect(shapeOf("pairs", view["pairs"]!, names)).toMatchObject({ items: [{ name: "7 · Calm" }] });
    expect(shapeOf("round", view["round"]!, names)).toEqual({ kind: "progress", n: 1, of: 4 });
    expect(shapeOf("totals", view["totals"]!, names)).toMatchObject({ kind: "bars", items: [{ name: "Wells" }, { name: "Camels" }] });
  });

  it("shows anything at all, even without words", () => {
    const nobody = new Names(null);
    const odd: JsonObject = { a: { b: [{ c: null }, [1, ["x"]], "s"] }, n: null, e: {}, deep: { x: { y: { z: true } } } };
    expect(() => overview(odd, nobody)).not.toThrow();
  });

  it("lays places on a grid where they tell how far east and north they are", () => {
    const tile = (east: number, north: number) => ({ east, north, road: true });
    const shape = shapeOf("tiles", { a: tile(-1, 0), b: tile(0, 2), c: tile(1, 1) }, names);
    if (shape.kind !== "places") throw new Error("no places");
    const grid = gridOf(shape.items);
    expect(grid).toMatchObject({ columns: 3, rows: 3 });
    expect(shape.items.map((place) => grid!.cell(place))).toEqual([[1, 3], [2, 1], [3, 2]]);
    expect(shape.items[0]!.parts.map((part) => part.key)).toEqual(["road"]);
    const [part] = sorted.places;
    expect(part?.shape.kind === "places" && gridOf(part.shape.items)).toBeNull();
  });

  it("shows what seats have side by side, though one tells more than another", () => {
    const [first, second] = names.seats;
    const shape = shapeOf("discs", { [first!]: { n: 3 }, [second!]: { n: 2, blank: 1 } }, names);
    expect(shape).toMatchObject({ kind: "places", items: [{ seat: first }, { seat: second }] });
  });

  it("has scales that do not change with every move", () => {
    expect(scale([3])).toBe(5);
    expect(scale([3, -22])).toBe(30);
    expect(scale([140])).toBe(150);
    expect(scale([])).toBe(5);
  });
});

describe("options", () => {
  const options = [
    { key: "kabul", text: "Kabul", about: {} },
    { key: "kabul > kandahar-kabul", text: "Kabul by way of Kandahar–Kabul", about: {} },
    { key: "done", text: "È finita", about: {} },
  ];

  it("are found by any of their words, with or without accents", () => {
    expect(matching(options, "kand").map((one) => one.key)).toEqual(["kabul > kandahar-kabul"]);
    expect(matching(options, "way kab")).toHaveLength(1);
    expect(matching(options, "e fin")).toHaveLength(1);
    expect(matching(options, " ")).toHaveLength(3);
  });

});
