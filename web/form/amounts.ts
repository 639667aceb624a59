/** The number of decimals of a currency; two for a text that is none. */
function decimalsOf(currency: unknown): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: String(currency) });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** An amount in the currency's minor unit, as people write it. */
export function asDecimal(amount: unknown, currency: unknown): string {
  if (typeof amount !== 'number') return '';
  return (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
}

/** The amount that people wrote, in the currency's minor unit; the text itself if it is no amount of this currency. */
export function inMinorUnit(text: string, currency: string): number | string {
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return text;
  return Number(whole + fraction.padEnd(decimals, '0'));
}
