import Type from 'typebox';

/** A moment as the service writes it everywhere: ISO 8601, UTC, milliseconds. */
export const Timestamp = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/** The UTC calendar month of a timestamp, as `yyyymm`. */
export const monthOf = (timestamp: string): string => timestamp.slice(0, 4) + timestamp.slice(5, 7);

/** The first moment of the month after the one of `timestamp`. */
export function nextMonth(timestamp: string): string {
  const date = new Date(timestamp);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString();
}

/** `timestamp` moved by so many milliseconds. */
export const plusMs = (timestamp: string, ms: number): string =>
  new Date(Date.parse(timestamp) + ms).toISOString();
