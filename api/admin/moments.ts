import Type from 'typebox';
import type { Moment as MomentInLog } from '../../projections/queries/history.ts';
import { invalidRequest } from '../errors.ts';

/** A point in the history of everything, as requests name it: a position in the log, or a time. */
export const Moment = Type.String({
  pattern: '^(\\d{1,19}|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d))$',
  description: 'A log position, or an RFC 3339 time.',
  examples: ['4711', '2026-01-31T12:00:00Z'],
});

/** @throws ApiError for a date that there is not */
export function momentOf(given: string): MomentInLog {
  if (/^\d+$/.test(given)) return { position: BigInt(given) };
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) throw invalidRequest(`There is no time ${given}.`);
  return { time };
}
