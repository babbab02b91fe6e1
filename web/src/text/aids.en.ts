// Words of the aids, the rules search and the tutorial, in English.

import type { Entry } from "./en";

export const aidsEn = {
  "aids.read": "Help",
  "aids.rules": "Rules",
  "aids.rules-of": "Rules of {game}",
  "aids.rules-titled": "All rules in our own words, under the titles of the rulebook. They do not replace the rulebook.",
  "aids.rules-text": "All rules in our own words, under the numbers of the rulebook. They do not replace the rulebook.",
  "aids.search": "Search the rules",
  "aids.search-words": "Words, for example from a title",
  "aids.search-hint": "Words, or a number such as {rule}",
  "aids.found": { one: "{n} rule", other: "{n} rules" },
  "aids.found-cards": "Cards and dice",
  "aids.found-terms": "In the glossary",
  "aids.glossary": "Glossary",
  "aids.glossary-text": "Every piece, marker, box, track and term in one sentence.",
  "aids.in-rules": "In the rules",
  "aids.nothing": "No results. Try fewer or shorter words.",
  "aids.aid": "Faction aid",
  "aids.my-aid": "Faction aid: {seat}",
  "aids.factions": "Factions",
  "aids.print": "Print",
  "aids.first-game": "Your first game",
  "aids.first-game-text": "A Distant Plain in ten guided choices.",
  "aids.step": "Step {n} of {of}",
  "aids.look": "Watch the others act. The tutorial continues on your next turn.",
  "aids.do": "Do it for me",
  "aids.leave": "End the tutorial",
  "aids.alone": "Play on",
  "aids.strayed": "You have left the tutorial. Play on, or start it again.",
  "aids.again": "Start again",
} satisfies Record<string, Entry>;
