// Words of the aids, the rules to search and the first game, in English.

import type { Entry } from "./en";

export const aidsEn = {
  "aids.read": "Help at hand",
  "aids.rules": "Rules",
  "aids.rules-of": "Rules of {game}",
  "aids.rules-titled": "All rules in our own words, under the titles of the rulebook. They do not replace the rulebook.",
  "aids.rules-text": "All rules in our own words, under the numbers of the rulebook. They do not replace the rulebook.",
  "aids.search": "Search in the rules",
  "aids.search-words": "Words, such as those of a title",
  "aids.search-hint": "Words, or a number such as {rule}",
  "aids.found": { one: "{n} rule", other: "{n} rules" },
  "aids.found-cards": "Cards and dice",
  "aids.found-terms": "In the glossary",
  "aids.glossary": "Glossary",
  "aids.glossary-text": "What every piece, marker, box, track and term is, in one sentence.",
  "aids.in-rules": "In the rules",
  "aids.nothing": "Nothing was found. Try fewer or shorter words.",
  "aids.aid": "Faction aid",
  "aids.my-aid": "Faction aid: {seat}",
  "aids.factions": "Factions",
  "aids.print": "Print",
  "aids.first-game": "Your first game",
  "aids.first-game-text": "A Distant Plain in ten guided choices.",
  "aids.step": "Step {n} of {of}",
  "aids.look": "Watch what the others do. It goes on when you are asked again.",
  "aids.do": "Do it for me",
  "aids.leave": "End the tutorial",
  "aids.alone": "Go on alone",
  "aids.strayed": "You have left the path of this first game. Play on as you like, or begin it again.",
  "aids.again": "Begin again",
} satisfies Record<string, Entry>;
