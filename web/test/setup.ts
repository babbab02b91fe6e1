// The printed facts that the server sends, as `python -m tools.page` last wrote them.

import facts from "../contract/facts.json";
import type { JsonObject } from "../src/lib/contract";
import { keepFacts } from "../src/lib/facts";

for (const [game, known] of Object.entries(facts as Record<string, JsonObject>)) keepFacts(game, known);
