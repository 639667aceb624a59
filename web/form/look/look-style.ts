import { black, hexOf, mix, readableOn, type Rgb, rgbOf, textOn, white } from './color.ts';

/** The grounds on which texts of a page stand, as `theme.css` has them. */
export const grounds = {
  light: ['#ffffff', '#f6f7f9', '#e2f4e8', '#fce8e6', '#fdf1d8', '#eceff3'].map(rgbOf),
  dark: ['#171d27', '#10151d', '#14301f', '#3c1a1a', '#35280f', '#232c39'].map(rgbOf),
} as const satisfies Record<string, readonly Rgb[]>;

type Scheme = keyof typeof grounds;

/** The colours that a page takes from the colour of its form. */
export interface Accents {
  /** Links and the borders of what is chosen: readable on every ground. */
  readonly accent: string;
  readonly hover: string;
  /** The ground of buttons: the colour itself. */
  readonly button: string;
  readonly buttonHover: string;
  /** The text on buttons, black or white. */
  readonly buttonText: string;
}

/** Returns the colours of a page for the colour of its form, such as #1d4ed8. */
export function accentsOf(color: string, scheme: Scheme): Accents {
  const button = rgbOf(color);
  const buttonText = textOn(button);
  const away = scheme === 'light' ? black : white;
  const accent = readableOn(button, grounds[scheme], away);
  return {
    accent: hexOf(accent),
    hover: hexOf(mix(accent, away, 0.25)),
    button: hexOf(button),
    // Away from the text, so that the contrast grows.
    buttonHover: hexOf(mix(button, buttonText === white ? black : white, 0.15)),
    buttonText: hexOf(buttonText),
  };
}

const tick = (stroke: string): string =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='24' viewBox='0 0 24 24' fill='none' stroke='${stroke.replace('#', '%23')}' stroke-width='4' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpolyline points='20 6 9 17 4 12'/%3E%3C/svg%3E")`;

/** The dot of a chosen radio button, whose ring has the accent. */
const dot = (color: string): string =>
  `body.form [type='radio']:checked {
--pico-background-color: ${color};
}`;

const variables = ({ accent, hover, button, buttonHover, buttonText }: Accents): string =>
  Object.entries({
    '--accent': accent,
    '--pico-primary': accent,
    '--pico-primary-hover': hover,
    '--pico-primary-underline': `${accent}66`,
    '--pico-primary-background': button,
    '--pico-primary-border': accent,
    '--pico-primary-hover-background': buttonHover,
    '--pico-primary-hover-border': hover,
    '--pico-primary-focus': `${accent}73`,
    '--pico-primary-inverse': buttonText,
    '--pico-icon-checkbox': tick(buttonText),
  })
    .map(([name, value]) => `${name}: ${value};`)
    .join('\n');

/** Writes the style sheet that gives a page the colour of its form, in light and in dark. */
export const lookStyle = (color: string): string => `:root:not([data-theme='dark']) {
${variables(accentsOf(color, 'light'))}
}
${dot('#ffffff')}
@media only screen and (prefers-color-scheme: dark) {
:root:not([data-theme]) {
${variables(accentsOf(color, 'dark'))}
}
${dot('#000000')}
}
body.form {
border-top: 0.375rem solid ${color};
}
`;

/** The address of the style sheet for a colour such as #1d4ed8. The colour is in its name, so that it never changes. */
export const lookStyleUrl = (color: string): string => `/assets/look/${color.slice(1)}.css`;
