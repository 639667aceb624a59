/** Returns an amount of a currency's minor unit as people write it: `12.50 EUR`. */
export const moneyText = (amount: number, currency: string): string =>
  `${decimalText(amount, currency)} ${currency}`;

/** Returns an amount of a currency's minor unit in its main unit: `12.50`. */
export function decimalText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
