// A bot's reasons in one sentence.

/** The node of a flowchart that a reason begins with: `G.Event.3a`. */
const NODE = /^[A-Z]\w*(?:\.\w+)+ /;

/** The rule that one begins with: `(8.6.6)`. */
const RULE = /^\(\d[\d.]*\) /;

/** The reason that decided, without the node or rule it comes from; null if none was recorded. */
export function inShort(reasons: readonly string[]): string | null {
  const decided = reasons.find((reason) => NODE.test(reason)) ?? reasons[0];
  if (!decided) return null;
  const said = decided.replace(NODE, "").replace(RULE, "").trim().replace(/\.$/, "");
  return said.charAt(0).toUpperCase() + said.slice(1);
}
