import { Temporal } from 'temporal-polyfill';

/** The hour of the day at which a daily digest ends, on the clocks of the account. */
const digestHour = 7;

/**
 * Returns the last end of a digest at or before a moment: the full hour, or 7 o'clock, in a time zone.
 * @param at ISO 8601
 * @returns ISO 8601 with milliseconds
 */
export function lastDigestEnd(pace: 'hourly' | 'daily', at: string, timeZone: string): string {
  const now = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone);
  if (pace === 'hourly') return written(now.round({ smallestUnit: 'hour', roundingMode: 'floor' }));
  const today = now.withPlainTime({ hour: digestHour });
  const isOver = Temporal.ZonedDateTime.compare(today, now) <= 0;
  return written(isOver ? today : now.subtract({ days: 1 }).withPlainTime({ hour: digestHour }));
}

const written = (moment: Temporal.ZonedDateTime): string => new Date(moment.epochMilliseconds).toISOString();
