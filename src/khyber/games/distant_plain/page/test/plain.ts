// A small board of A Distant Plain for tests.

import type { PlainView, SpaceView } from "../view";

const space = (pieces: SpaceView["pieces"]): SpaceView => ({
  pieces, level: "neutral", control: "none", population: 2, terror: 0, sabotage: false, returnees: false,
});

export const board = (): PlainView => ({
  game: "distant-plain",
  players: [],
  spaces: {
    kabul: space({ "coalition-troops": 3, "government-police": 1 }),
    herat: space({ "taliban-guerrilla-active": 1 }),
    "kandahar-kabul": space({}),
    waziristan: space({ "taliban-base": 1 }),
  },
  available: { "government-police": 5 },
  casualties: {},
  "out-of-play": {},
  markers: { "terror-and-sabotage": 30, returnees: 6 },
  resources: { government: 10, taliban: 5, warlords: 5 },
  aid: 5,
  patronage: 5,
  islamabad: { box: "tolerance", hard: false },
  totals: { "support-available": 20, "coin-patronage": 20, "opposition-bases": 10, uncontrolled: 10 },
  margins: { coalition: -10, government: -15, taliban: -10, warlords: -5 },
  card: 6,
  next: 7,
  deck: 12,
  propaganda: { played: 0, of: 3 },
  capabilities: [],
  momentum: [],
  eligible: { coalition: true, government: true, taliban: true, warlords: true },
  sequence: { step: "turn", active: "coalition", "first-did": "none", acted: [], "to-come": [], waiting: [] },
  action: { operation: "", limited: false, spaces: [], activity: "", "activity-spaces": [] },
  deception: [],
});
