import { pointer } from '../../domain/check.ts';
import type { LogPoint as MomentInLog } from '../../projections/queries/history.ts';
import { invalidRequest } from '../errors/errors.ts';
import type { RequestPart } from '../errors/problems.ts';
import { isTimestamp } from './timestamps.ts';

/** Stores keep positions in 64 bits with a sign. */
const lastPosition = 2n ** 63n - 1n;

/**
 * @param name the member of the request that names the point
 * @throws ApiError for a time or a position that the log cannot have
 */
export function logPointOf(given: string, name: string, part: RequestPart): MomentInLog {
  const refuse = (message: string) =>
    invalidRequest(message, [{ path: pointer(name), code: 'out_of_range', message }], part);
  if (/^\d+$/.test(given)) {
    const position = BigInt(given);
    if (position > lastPosition) throw refuse(`There is no position ${given}.`);
    return { position };
  }
  // RFC 3339 requires seconds; here they are optional.
  if (!isTimestamp(given.replace(/(T\d\d:\d\d)(?=[Z+-])/, '$1:00')))
    throw refuse(`There is no time ${given}.`);
  return { time: new Date(given) };
}
