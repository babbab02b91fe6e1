import { describe, expect, it } from "vitest";
import { paragraphs } from "../src/aids/reading";
import type { AidLine } from "../src/lib/contract";

const line = (id: string): AidLine => ({ id, label: id, text: `${id}.`, pieces: [] });
const ids = (made: AidLine[][]) => made.map((lines) => lines.map((one) => one.id));

describe("the lines of an aid", () => {
  it("share a paragraph where they are brief", () => {
    expect(ids(paragraphs(["purpose", "where", "cost", "with", "do", "then"].map(line)))).toEqual([
      ["purpose", "where", "cost", "with"], ["do"], ["then"],
    ]);
  });

  it("stand alone where they are long", () => {
    expect(ids(paragraphs(["purse", "target", "bases"].map(line)))).toEqual([["purse"], ["target"], ["bases"]]);
    expect(paragraphs([])).toEqual([]);
  });
});
