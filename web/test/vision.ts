// Colours under simulated deficiencies of colour vision.

type Triple = [number, number, number];
/** How colours are seen, as linear RGB. */
export type Vision = readonly [Triple, Triple, Triple];
/** Complete deficiencies: Machado, Oliveira and Fernandes 2009. */
export const VISIONS: Record<string, Vision> = {
  "full colour vision": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
/** The least difference (CIE76) that is seen at a glance; 2.3 is the least that is seen at all. */
export const GLANCE = 12;

function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

const times = (matrix: Vision, [r, g, b]: Triple): Triple =>
  matrix.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b))) as Triple;

function lab(rgb: Triple): Triple {
  const [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], rgb);
  const f = (part: number): number => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const [a, b, c] = [f(x / 0.9505), f(y), f(z / 1.089)];
  return [116 * b - 16, 500 * (a - b), 200 * (b - c)];
}

/** How much two colours differ to those who see so. */
export function difference(one: string, other: string, seen: Vision): number {
  const [a, b] = [lab(times(seen, linear(one))), lab(times(seen, linear(other)))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export const pairs = <T>(list: readonly T[]): [T, T][] => list.flatMap((one, at) => list.slice(at + 1).map((other): [T, T] => [one, other]));
