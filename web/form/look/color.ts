/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const white: Rgb = [255, 255, 255];
export const black: Rgb = [0, 0, 0];

/** The smallest contrast at which texts can be read, by the AA of WCAG. */
export const leastContrast = 4.5;

/** Reads a colour such as #1d4ed8. */
export function rgbOf(color: string): Rgb {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The relative luminance of WCAG, from 0 to 1. */
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast of WCAG, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes a colour with another one. @param share of the other colour, from 0 to 1 */
export const mix = ([red, green, blue]: Rgb, [otherRed, otherGreen, otherBlue]: Rgb, share: number): Rgb => {
  const between = (one: number, other: number): number => Math.round(one + (other - one) * share);
  return [between(red, otherRed), between(green, otherGreen), between(blue, otherBlue)];
};

/** White or black, whichever is easier to read on a colour; its contrast is at least 4.58. */
export const textOn = (ground: Rgb): Rgb =>
  contrast(ground, white) >= contrast(ground, black) ? white : black;

/** Mixes a colour with black or white until texts in it can be read on each of the grounds. */
export function readableOn(color: Rgb, grounds: readonly Rgb[], towards: Rgb): Rgb {
  for (let percent = 0; percent < 100; percent += 1) {
    const mixed = mix(color, towards, percent / 100);
    if (grounds.every((ground) => contrast(mixed, ground) >= leastContrast)) return mixed;
  }
  return towards;
}
