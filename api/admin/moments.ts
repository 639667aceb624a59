import Type from 'typebox';
import type { Moment as MomentInLog } from '../../projections/queries/history.ts';
import { invalidRequest } from '../errors.ts';
import { isMoment } from '../moments.ts';

/** A point in the history of everything, as requests name it: a position in the log, or a time. */
export const Moment = Type.String({
  pattern: '^(\\d{1,19}|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d))$',
  description: 'A log position, or an RFC 3339 time.',
  examples: ['4711', '2026-01-31T12:00:00Z'],
});

/** @throws ApiError for a date that there is not */
export function momentOf(given: string): MomentInLog {
  if (/^\d+$/.test(given)) return { position: BigInt(given) };
  // RFC 3339 has seconds; here they may be left out.
  if (!isMoment(given.replace(/(T\d\d:\d\d)(?=[Z+-])/, '$1:00')))
    throw invalidRequest(`There is no time ${given}.`);
  return { time: new Date(given) };
}
