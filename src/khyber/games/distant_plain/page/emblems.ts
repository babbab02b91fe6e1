// Signs beside colours: one for each faction, and for what kind of cube it is. Drawn around 0 0 within 10 by 10.

import type { PieceKind, Seat } from "./view";

export const EMBLEMS: Record<Seat, string> = {
  coalition: "M0-5L1.3-1.3L5 0L1.3 1.3L0 5L-1.3 1.3L-5 0L-1.3-1.3Z",
  government: "M-4.4 4.6V2.9H4.4V4.6ZM-3.7 2.2V-1H-2.1V2.2ZM-.8 2.2V-1H.8V2.2ZM2.1 2.2V-1H3.7V2.2ZM-4.6-1.7L0-4.8L4.6-1.7Z",
  taliban: "M1.9-4.6A4.8 4.8 0 1 0 1.9 4.6A3.9 3.9 0 1 1 1.9-4.6Z",
  warlords: "M-4.7-3.3L-3.3-4.7L0-1.4L3.3-4.7L4.7-3.3L1.4 0L4.7 3.3L3.3 4.7L0 1.4L-3.3 4.7L-4.7 3.3L-1.4 0Z",
};

/** The colours of pieces and signs. */
export const COLOURS: Record<Seat, { fill: string; ink: string }> = {
  coalition: { fill: "#d9bd83", ink: "#2a200c" },
  government: { fill: "#2b66ad", ink: "#ffffff" },
  taliban: { fill: "#26231f", ink: "#ffffff" },
  warlords: { fill: "#2c7a40", ink: "#ffffff" },
};

const CHEVRONS = "M-4.4 .2L0-4.2L4.4 .2V2.6L0-1.8L-4.4 2.6ZM-4.4 3.8L0-.6L4.4 3.8V5.2L0 1.2L-4.4 5.2Z";
const SHIELD = "M0-5L4.4-3.4V.4C4.4 2.8 2.4 4.3 0 5.2C-2.4 4.3-4.4 2.8-4.4 .4V-3.4Z";

/** The sign on a piece: its faction's, but Government cubes tell Troops from Police. */
export function emblem(seat: Seat, kind: PieceKind): string {
  if (seat === "government" && kind === "troops") return CHEVRONS;
  if (kind === "police") return SHIELD;
  return EMBLEMS[seat];
}

const set = new Map<string, string>();

/** A sign at a place and of a size, as a path of its own: on a full map a transform for each would be dear. */
export function signAt(sign: string, x: number, y: number, wide: number, high = wide): string {
  const key = `${sign} ${x} ${y} ${wide} ${high}`;
  let found = set.get(key);
  if (found === undefined) set.set(key, (found = moved(sign, x, y, wide, high)));
  return found;
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

function moved(sign: string, x: number, y: number, wide: number, high: number): string {
  return sign.replaceAll(/([MLHVCAZ])([^MLHVCAZ]*)/g, (_, letter: string, rest: string) => {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const set = numbers.map((value, at) => {
      if (letter === "H") return value * wide + x;
      if (letter === "V") return value * high + y;
      if (letter !== "A") return at % 2 ? value * high + y : value * wide + x;
      const part = at % 7; // radii, turn, two flags, end
      return part === 0 ? value * wide : part === 1 ? value * high : part < 5 ? value : part === 5 ? value * wide + x : value * high + y;
    });
    return letter + set.map(rounded).join(" ");
  });
}
