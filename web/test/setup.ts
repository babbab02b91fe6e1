// What the games' folders hold for the page: words in every language, and the printed facts that the server sends, as
// `python -m tools.release.page` last wrote them.

import { keepFacts } from "../src/lib/facts";
import { addWords, LANGUAGES, load } from "../src/text/catalogue";
import { FACTS, WORDS } from "./games";

for (const [game, facts] of Object.entries(FACTS)) keepFacts(game, facts);
await Promise.all(LANGUAGES.map(load));
await Promise.all(Object.entries(WORDS).map(([game, words]) => addWords(game, (language) => Promise.resolve(words[language]))));
