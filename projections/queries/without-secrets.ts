import { Value } from 'typebox/value';
import { SealedSecret } from '../../domain/destination/events.ts';

/** An event's data with each encrypted secret replaced by a placeholder. */
export const withoutSecrets = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, masked(value)]));

function masked(value: unknown): unknown {
  if (Value.Check(SealedSecret, value)) return '(sealed)';
  if (Array.isArray(value)) return value.map(masked);
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value;
}
