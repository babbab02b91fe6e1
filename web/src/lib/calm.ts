/** Whether the person asked for less motion. Outside a browser nobody did. */
export const calm = (): boolean => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
