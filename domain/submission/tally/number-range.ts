/** The numbers from one (included) to another (excluded), of a unit such as a currency: what a bin of a histogram counts. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
  /** Undefined for numbers without a unit. */
  readonly unit?: string | undefined;
}

const pattern = /^(-?\d[\d.e+-]*?)\.\.(-?\d[\d.e+-]*?)(?: (\S+))?$/;

/** A range as a text, such as `0.5..1` or `500..1000 EUR`. */
export const numberRange = ({ from, to, unit }: NumberRange): string =>
  `${from}..${to}${unit === undefined ? '' : ` ${unit}`}`;

/** Reads a range; null for any other text. */
export function readNumberRange(text: string): NumberRange | null {
  const [, from = '', to = '', unit] = pattern.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to), unit };
  return from !== '' && Number.isFinite(range.from) && Number.isFinite(range.to) ? range : null;
}
