import { date } from '../../domain/submission/checks/formats.ts';

const time = '([01]\\d|2[0-3]):[0-5]\\d';
const timestamp = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)T${time}:[0-5]\\d(\\.\\d+)?(Z|[+-]${time})$`, 'i');

/**
 * Whether a text is a valid RFC 3339 date and time with a zone: no 30th of February. In UTC, too,
 * its year must have four digits, as the log and the read models require.
 */
export function isTimestamp(text: string): boolean {
  const [, day = ''] = timestamp.exec(text) ?? [];
  return date.test(day) && /^\d{4}-/.test(new Date(text).toISOString());
}

const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Returns an end of a range of times as times are stored: in UTC, in whole milliseconds. A part of a millisecond is rounded up, so
 * that the same times are within the range.
 */
export function endOfRange(moment: string): string {
  const isBetween = /\.\d{3}\d*[1-9]/.test(moment);
  return new Date(Math.min(latest, Date.parse(moment) + (isBetween ? 1 : 0))).toISOString();
}

/** The range of times that a query selects, as times are stored. */
export const rangeOf = ({
  since,
  until,
}: {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}) => ({
  since: since && endOfRange(since),
  until: until && endOfRange(until),
});
