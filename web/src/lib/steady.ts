// What comes anew over the wire is mostly as it was. Told so, a page draws again only what changed.

/** The fresh value, but all in it that is as it was is the old object itself. */
export function steady<T>(old: unknown, fresh: T): T {
  if (old === fresh || typeof fresh !== "object" || fresh === null || typeof old !== "object" || old === null) return fresh;
  if (Array.isArray(fresh) !== Array.isArray(old)) return fresh;
  const [before, now] = [old as Record<string, unknown>, fresh as Record<string, unknown>];
  let [same, more] = [true, 0];
  // no lists of keys: each frame goes through here
  for (const key in now) {
    const kept = steady(before[key], now[key]);
    now[key] = kept;
    same &&= kept === before[key] && key in before;
    more += 1;
  }
  for (const _ in before) more -= 1;
  return same && !more ? (old as T) : fresh;
}
