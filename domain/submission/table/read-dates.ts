import { ok, type Result } from '../../result.ts';
import { asciiDigits } from '../../text.ts';
import { readLocalTime } from '../reading/moment.ts';
import type { Misread } from '../reading/number.ts';
import { monthNamed } from './month-names.ts';

/** The order of day and month where both may be either: `dmy` for 31/12/2026, `mdy` for 12/31/2026. */
export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/]|\.\s?)(\d{1,2})\2(\d{4})$/;
const eastAsian = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/;
const dayAndName =
  /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[\s-](?:de )?(\p{L}{3,10}\.?)(?:[\s,-]| de )\s?(\d{4})$/iu;
const nameAndDay = /^(\p{L}{3,10}\.?)\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})$/iu;

const written = (year: string, month: string | number, day: string): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

/**
 * Reads a date that a person or a spreadsheet wrote. Whether it is one of the calendar is left to the check of answers.
 * @param order what to take where day and month may be either
 * @returns `YYYY-MM-DD`; `ambiguous` without an order; null for any other text
 */
export function readDate(text: string, order: DateOrder | null): string | null {
  const plain = asciiDigits(text.normalize('NFKC')).trim();
  const [, year = '', , month = '', day = ''] = yearFirst.exec(plain) ?? [];
  if (year !== '') return written(year, month, day);
  const [, first = '', separator, second = '', last = ''] = yearLast.exec(plain) ?? [];
  if (last !== '') {
    // A point separates day and month in that order wherever it is used.
    const meant = separator?.startsWith('.') ? 'dmy' : (orderOf(first, second) ?? order);
    if (meant === null) return 'ambiguous';
    return meant === 'dmy' ? written(last, second, first) : written(last, first, second);
  }
  const [, eastYear = '', eastMonth = '', eastDay = ''] = eastAsian.exec(plain) ?? [];
  return eastYear === '' ? readNamedMonth(plain) : written(eastYear, eastMonth, eastDay);
}

function readNamedMonth(text: string): string | null {
  const [, dayBefore = '', nameAfter = '', yearAfter = ''] = dayAndName.exec(text) ?? [];
  const [, nameBefore = '', dayAfter = '', yearEnd = ''] = nameAndDay.exec(text) ?? [];
  const month = monthNamed(nameAfter || nameBefore);
  return month === null ? null : written(yearAfter || yearEnd, month, dayBefore || dayAfter);
}

/** The order that two numbers leave; null if both may be the day. Equal numbers are the same in either order. */
function orderOf(first: string, second: string): DateOrder | null {
  if (Number(second) > 12 && Number(first) <= 12) return 'mdy';
  return Number(first) > 12 || first.padStart(2, '0') === second.padStart(2, '0') ? 'dmy' : null;
}

/** Returns the order that the dates of a column show; null if they show none, or both. */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  const found = new Set<DateOrder>();
  for (const text of texts) {
    const [date = ''] = text.trim().split(/[\s,T]/, 1);
    const [, first = '', separator, second = ''] = yearLast.exec(date) ?? [];
    if (first === '' || separator?.startsWith('.') || Number(first) === Number(second)) continue;
    const order = orderOf(first, second);
    if (order) found.add(order);
  }
  const [order = null, ...others] = found;
  return others.length === 0 ? order : null;
}

const clock = /^(\d{1,2})[:.h](\d\d)(?::(\d\d)(\.\d{1,9})?)?(?:\s?([ap])\.?\s?m\.?)?$/i;

interface Clock {
  readonly hour: string;
  readonly minute: string;
  /** With a colon, and with its decimals. */
  readonly seconds: string;
}

function readClock(text: string): Clock | null {
  const [, hour = '', minute = '', second = '00', fraction = '', half] =
    clock.exec(text.trim().replace(/ Uhr$/i, '')) ?? [];
  const isOnDial = Number(hour) >= 1 && Number(hour) <= 12;
  if (hour === '' || (half !== undefined && !isOnDial)) return null;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return { hour: String(hours).padStart(2, '0'), minute, seconds: `:${second}${fraction}` };
}

/** Reads a time of day, also with seconds of zero or with am and pm. Returns `HH:MM`; null for any other text. */
export function readTime(text: string): string | null {
  const read = readClock(text);
  return read && /^:00(\.0+)?$/.test(read.seconds) ? `${read.hour}:${read.minute}` : null;
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Reads a moment: one with a zone as it is, a date and a time of day without one on the clocks of a zone.
 * @returns null for any other text
 */
export function readMoment(
  text: string,
  order: DateOrder | null,
  timeZone: string,
): Result<string, Misread> | 'ambiguous' | null {
  const plain = text.trim();
  if (iso.test(plain)) return ok(plain.replace(/T\d\d:\d\d(?!:)/, '$&:00'));
  const [, dateText = '', timeText = '', zone = ''] = dateAndTime.exec(plain) ?? [];
  const date = dateText === '' ? null : readDate(dateText, order);
  const time = readClock(timeText);
  if (date === null || date === 'ambiguous' || time === null) return date === 'ambiguous' ? date : null;
  const local = `${date}T${time.hour}:${time.minute}${time.seconds}`;
  if (zone === '') return readLocalTime(local, timeZone);
  const [, sign, hours = '', minutes = '00'] = /([+-])(\d{1,2}?):?(\d\d)?$/.exec(zone) ?? [];
  return ok(sign === undefined ? `${local}Z` : `${local}${sign}${hours.padStart(2, '0')}:${minutes}`);
}

const dateAndTime =
  /^(.*?\d{4}|\d{4}\S*?)(?:,?\s|T)(\d{1,2}:\d\d[\d:.]*(?:\s?[ap]\.?\s?m\.?)?)\s?(UTC|GMT|Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?)?$/i;
