// The places of a ranking.

/** The place of whoever stands there in the ranking, from 1 on; those who lose equally share the first of theirs. */
export function place(ranking: readonly string[], equal: readonly string[], at: number): number {
  const who = ranking[at];
  const shared = who !== undefined && equal.includes(who);
  return (shared ? ranking.findIndex((player) => equal.includes(player)) : at) + 1;
}
