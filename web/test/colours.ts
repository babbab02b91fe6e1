// Colours as the style sheets write them, and how much two of them differ.

/** The colours of a block of CSS in the light theme and in the dark one. */
export function themes(block: string): [light: Map<string, string>, dark: Map<string, string>] {
  const pairs = [...block.matchAll(/--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
  return [new Map(pairs.map((found) => [found[1]!, found[2]!])), new Map(pairs.map((found) => [found[1]!, found[3]!]))];
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours (WCAG 2). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
