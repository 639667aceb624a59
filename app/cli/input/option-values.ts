import { InvalidArgumentError } from 'commander';
import { endOfRange } from '../../../api/requests/timestamps.ts';
import { date } from '../../../domain/submission/checks/formats.ts';

/** Parses a whole number. */
export const integerFrom =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`);
    return number;
  };

/** Parses a number above zero. */
export function positive(value: string): number {
  const number = Number(value);
  if (!/^\d*\.?\d+$/.test(value) || number <= 0)
    throw new InvalidArgumentError('Must be a number above zero.');
  return number;
}

/** Parses one of several words. */
export const oneOf =
  <T extends string>(choices: readonly T[]) =>
  (value: string): T => {
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) throw new InvalidArgumentError(`Must be one of ${choices.join(', ')}.`);
    return chosen;
  };

/** Parses a comma-separated list of such words. */
export const listFrom =
  <T extends string>(choices: readonly T[]) =>
  (value: string): T[] =>
    value.split(',').map((item) => oneOf(choices)(item.trim()));

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `90s`, `30m`, `12h` or `7d` to milliseconds. */
export function durationMs(value: string): number {
  const ms = msOf(value);
  if (ms === null) throw new InvalidArgumentError('Must be a duration such as 90s, 30m, 12h or 7d.');
  return ms;
}

function msOf(value: string): number | null {
  const [, amount = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  return Number(amount) * (unitMs[unit] ?? 0) || null;
}

const validTimestamps = 'Must be a time such as 2026-01-31T12:00:00Z, or a duration ago, such as 2h';

/** Reads an end of a range: a timestamp of RFC 3339, or a duration before now such as `2h`. */
export function timestamp(value: string): string {
  const found = momentOf(value);
  if (found === null) throw new InvalidArgumentError(`${validTimestamps}.`);
  return endOfRange(found);
}

/** Reads a log point: a timestamp, a duration before now, or a log position. */
export function logPoint(value: string): string {
  const found = /^\d{1,19}$/.test(value) ? value : momentOf(value);
  if (found === null) throw new InvalidArgumentError(`${validTimestamps}, or a log position.`);
  return found;
}

function momentOf(value: string): string | null {
  // `Date` reads the 30th of February as the 2nd of March.
  const [, day] = /^(\d{4}-\d\d-\d\d)T.*(?:Z|[+-]\d\d:\d\d)$/.exec(value) ?? [];
  if (day !== undefined && date.test(day) && !Number.isNaN(Date.parse(value)))
    // The service decides about a part of a millisecond, which `Date` would drop.
    return value;
  const ago = msOf(value);
  return ago === null ? null : new Date(Date.now() - ago).toISOString();
}

/** Parses one character. */
export function character(value: string): string {
  if (value.length !== 1) throw new InvalidArgumentError('Must be one character.');
  return value;
}
