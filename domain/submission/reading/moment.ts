import { Temporal } from 'temporal-polyfill';
import type { Fault } from '../../check.ts';
import { defaultTimeZone } from '../../form/locale.ts';
import { err, ok, type Result } from '../../result.ts';
import { comesTwice, skipped } from '../answer-faults.ts';
import type { Misread } from './number.ts';

/** A date and a time without a zone, as browsers send it. */
const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;

/**
 * Reads the date and time that a person gave on the clocks of a time zone.
 * @param text such as `2026-07-01T09:00`
 * @param preferred the choice of a time that comes twice, as `Misread` lists it
 * @returns the moment with its offset, such as `2026-07-01T09:00:00+02:00`; `ambiguous_value` for a time that comes twice
 * because the clocks go back; `invalid_format` for one that the clocks skip; null for a text of another form
 */
export function readLocalTime(
  text: string,
  timeZone: string,
  preferred?: string,
): Result<string, Misread> | null {
  if (!local.test(text)) return null;
  const given = plainDateTime(text);
  if (given === null) return null;
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    given.toZonedDateTime(timeZone, { disambiguation }),
  );
  if (!earlier || !later) return null;
  if (earlier.equals(later)) return ok(written(earlier));
  if (!earlier.toPlainDateTime().equals(given)) return misread(skippedBetween(given, earlier, later));
  const choices = [written(earlier), written(later)];
  const choice = choices.find((each) => each === preferred);
  return choice === undefined
    ? misread(comesTwice({ ...clock(given), zone: timeZone }), choices)
    : ok(choice);
}

/** Returns a moment as the date and time that clocks of a time zone show, with seconds where it has any. */
export function localTime(moment: string, timeZone: string): string {
  const shown = Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const isWholeMinute = shown.second === 0 && shown.millisecond + shown.microsecond + shown.nanosecond === 0;
  return shown.toString(isWholeMinute ? { smallestUnit: 'minute' } : {});
}

function plainDateTime(text: string): Temporal.PlainDateTime | null {
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/** Zones had offsets with seconds in the nineteenth century, which RFC 3339 cannot write. */
const wholeMinutes = /^[+-]\d\d:\d\d$/;

function written(moment: Temporal.ZonedDateTime): string {
  if (moment.timeZoneId === defaultTimeZone || !wholeMinutes.test(moment.offset))
    return moment.toInstant().toString();
  return moment.toPlainDateTime().toString() + moment.offset;
}

const misread = (faults: readonly Fault[], choices: readonly string[] = []): Result<never, Misread> =>
  err({ faults, choices });

const timeOf = (moment: Temporal.PlainDateTime): string =>
  moment.toPlainTime().toString({ smallestUnit: 'minute' });

/** The time and the date as texts. */
const clock = (moment: Temporal.PlainDateTime) => ({
  time: timeOf(moment),
  date: moment.toPlainDate().toString(),
});

function skippedBetween(
  given: Temporal.PlainDateTime,
  earlier: Temporal.ZonedDateTime,
  later: Temporal.ZonedDateTime,
): readonly Fault[] {
  const gap = { nanoseconds: later.offsetNanoseconds - earlier.offsetNanoseconds };
  const after = earlier.getTimeZoneTransition('next')?.toPlainDateTime() ?? given;
  const before = after.subtract({ nanoseconds: Math.abs(gap.nanoseconds) });
  return skipped({
    ...clock(given),
    zone: earlier.timeZoneId,
    before: timeOf(before),
    after: timeOf(after),
  });
}
