/**
 * The currencies of which Stripe's unit of an amount is not the minor unit of ISO 4217: how many of Stripe's units are a
 * minor unit. Stripe keeps two decimals for ISK and UGX, which have none, and takes MGA, which has two, without decimals.
 * Its list of currencies without decimals also names UGX, but its special cases, which are more precise, have two.
 * HUF and TWD differ for payouts alone. As of Stripe's documentation of November 2026.
 */
const stripeUnitsInMinorUnit: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 1 / 100 };

/**
 * Converts an amount of Stripe into the minor unit of ISO 4217.
 * @param currency in capital letters
 * @returns null if that is no integer
 */
export function fromStripeAmount(amount: number, currency: string): number | null {
  const converted = amount / (stripeUnitsInMinorUnit[currency] ?? 1);
  return Number.isSafeInteger(converted) ? converted : null;
}
