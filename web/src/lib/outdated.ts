// A page that is older than its server: the files that it would still load are gone after an update.

const RELOADED = "khyber.reloaded";
/** Milliseconds within which a second failure is no longer put down to an update. */
const SOON = 60_000;
/** What Chromium, Firefox, Safari and Vite say of a part that cannot be loaded. */
const GONE = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isOutdated = (problem: unknown): boolean => problem instanceof Error && GONE.test(problem.message);

/** Load the page anew, once: what fails again right after that is for the reader to see. Return whether it is loaded. */
export function reloadOnce(reload: () => void = () => location.reload(), now = Date.now()): boolean {
  try {
    if (now - Number(sessionStorage.getItem(RELOADED) ?? 0) < SOON) return false;
    sessionStorage.setItem(RELOADED, String(now));
  } catch {
    return false; // what cannot be remembered might go on for ever
  }
  reload();
  return true;
}
