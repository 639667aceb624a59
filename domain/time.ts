import Type from 'typebox';

/** A timestamp in ISO 8601: UTC, with milliseconds. */
export const Timestamp = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/** Returns the UTC calendar month of a timestamp, as `yyyymm`. */
export const monthOf = (timestamp: string): string => timestamp.slice(0, 4) + timestamp.slice(5, 7);

/** Returns the start of the month after the one of `timestamp`. */
export function nextMonth(timestamp: string): string {
  const date = new Date(timestamp);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString();
}

/** Returns `timestamp` plus some milliseconds. */
export const plusMs = (timestamp: string, ms: number): string =>
  new Date(Date.parse(timestamp) + ms).toISOString();
