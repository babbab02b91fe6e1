// What this browser remembers. A private window may refuse; then it is forgotten.

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // forgotten
  }
}

/** Settings that are on until they are switched off. */
export const keptOn = (name: string): boolean => kept(`khyber.${name}`) !== "off";
export const keepOn = (name: string, on: boolean): void => keep(`khyber.${name}`, on ? "on" : "off");
