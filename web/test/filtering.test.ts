import { describe, expect, it } from "vitest";
import type { TableInfo } from "../src/lib/contract";
import { isLocal } from "../src/lib/links";
import { filtered, kindOf, NO_FILTER } from "../src/lobby/filtering";

const seat = (mine: boolean, agent: string, player: string | null) => ({
  seat: "x",
  name: "X",
  agent,
  player,
  mine,
  here: false,
  invited: false,
  without_network: false,
  stand_in: null,
});
const table = (id: string, game: string, name: string, more: Partial<TableInfo> = {}): TableInfo => ({
  id,
  game,
  name,
  status: "running",
  sandbox: false,
  imported: false,
  public: false,
  help: "none",
  between_people: false,
  help_now: null,
  host: true,
  version: 0,
  steps: 0,
  asked: null,
  my_turn: false,
  rematch: false,
  seats: [seat(true, "person", "Anna"), seat(false, "bot:3rd", null)],
  outcome: null,
  undone: false,
  created: 0,
  changed: 0,
  ...more,
});
const TABLES = [
  table("a", "desert", "Sunday"),
  table("b", "river", "", { seats: [seat(true, "person", "Anna"), seat(false, "person", "Bruno")] }),
  table("c", "desert", "", { sandbox: true }),
];
const names = (id: string): string => ({ desert: "The Far Desert", river: "River" })[id] ?? id;
const ids = (more: Partial<typeof NO_FILTER>): string[] =>
  filtered(TABLES, { ...NO_FILTER, ...more }, names).map(({ id }) => id);

describe("the lists of tables", () => {
  it("are whole without a filter", () => expect(ids({})).toEqual(["a", "b", "c"]));
  it("are filtered by game", () => expect(ids({ game: "desert" })).toEqual(["a", "c"]));
  it("are filtered by kind", () => {
    expect(TABLES.map(kindOf)).toEqual(["solo", "friends", "sandbox"]);
    expect(ids({ kind: "friends" })).toEqual(["b"]);
  });
  it("are searched by the names of tables, games and players", () => {
    expect(ids({ text: "sun" })).toEqual(["a"]);
    expect(ids({ text: " BRUNO " })).toEqual(["b"]);
    expect(ids({ text: "far" })).toEqual(["a", "c"]);
  });
});

describe("a link", () => {
  it.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "khyber.localhost"])("to %s works on this machine only", (host) =>
    expect(isLocal(host)).toBe(true),
  );
  it.each(["192.168.1.7", "khyber.example.org", "mylocalhost.org"])("to %s works elsewhere", (host) => expect(isLocal(host)).toBe(false));
});
