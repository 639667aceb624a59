import type { FieldDefinition } from './field.ts';

type Asked = Pick<FieldDefinition, 'kind' | 'validation'>;

/** Money: an amount in the minor unit of a currency of ISO 4217. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}

/** The currency in which a question for a payment is answered; null where people choose it, and for any other question. */
export const currencyOf = ({ kind, validation }: Asked): string | null =>
  kind === 'payment' ? (validation?.currency ?? null) : null;

/** What everybody pays who answers a question for a payment; null where people enter the amount. */
export function priceOf(field: Asked): Price | null {
  const currency = currencyOf(field);
  const { min, max } = field.validation ?? {};
  return currency !== null && min !== undefined && min === max ? { amount: min, currency } : null;
}
