import { Temporal } from 'temporal-polyfill';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { completions } from '../../../api/contract/forms/answers.ts';
import { Id } from '../../../api/contract/values.ts';
import { date } from '../../../domain/submission/checks/formats.ts';

const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });
/** A field and the value of an option of it. */
const Chosen = Type.String({ pattern: '^[^:]{1,64}:[^]{1,500}$' });

const comparisons = ['previous', 'period', 'options'] as const;

/** The address of the page: the filters, the comparison, and the questions that are shown. */
export const AnswersPageQuery = Type.Object({
  /** The last days up to today; it takes precedence over `from` and `to`. */
  days: Type.Optional(Type.Enum(['7', '30', '90'])),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  source: Type.Optional(Type.Enum(['api', 'form'])),
  completion: Type.Optional(Type.Enum(completions)),
  compare: Type.Optional(Type.Enum(comparisons)),
  compare_from: Type.Optional(Day),
  compare_to: Type.Optional(Day),
  a: Type.Optional(Chosen),
  b: Type.Optional(Chosen),
  /** The place of the first question that is shown, from 1. */
  first: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  /** The only question that is shown. */
  only: Type.Optional(Id),
  /** Of those who wait for a count: it is good enough if it began since then. */
  counted_since: Type.Optional(Type.String({ format: 'date-time' })),
  /** Whether to wait for the figures, without script. */
  wait: Type.Optional(Type.Enum(['yes'])),
});
export type AnswersPageQuery = Static<typeof AnswersPageQuery>;

const dayNames = ['from', 'to', 'compare_from', 'compare_to'] as const;

/** Leaves out days that no calendar has. */
export const withRealDays = (query: AnswersPageQuery): AnswersPageQuery => {
  const unreal = dayNames.filter((name) => query[name] !== undefined && !date.test(query[name]));
  const kept = Object.entries(query).filter(([name]) => !unreal.some((one) => one === name));
  return Value.Parse(AnswersPageQuery, Object.fromEntries(kept));
};

/** Days in the time zone of a form, both included; null for an end that is open. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

const plus = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** The period that a page is about. */
export function periodOf({ days, from, to }: AnswersPageQuery, now: Date, timeZone: string): Period {
  if (days === undefined) return { from: from ?? null, to: to ?? null };
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const last = today.toPlainDate().toString();
  return { from: plus(last, 1 - Number(days)), to: last };
}

/** The period of the same length before another one; null for a period without beginning. */
export function previousPeriod({ from, to }: Period, now: Date, timeZone: string): Period | null {
  if (from === null) return null;
  const last = to ?? periodOf({ days: '7' }, now, timeZone).to ?? from;
  const length = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(last)).days + 1;
  return length < 1 ? null : { from: plus(from, -length), to: plus(from, -1) };
}

/** The times of a period, from `since` (included) to `until` (excluded). */
export const timesOf = ({ from, to }: Period, timeZone: string) => ({
  since: from === null ? undefined : beginningOf(from, timeZone),
  until: to === null ? undefined : beginningOf(plus(to, 1), timeZone),
});

const beginningOf = (day: string, timeZone: string): string =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds).toISOString();

/** A period in words. */
export function describePeriod({ from, to }: Period): string {
  if (from === null) return to === null ? 'all time' : `until ${to}`;
  return to === null ? `since ${from}` : `${from} to ${to}`;
}

/** The address of a page with other parameters; null takes a parameter away. */
export function addressWith(
  path: string,
  query: AnswersPageQuery,
  changes: { readonly [Name in keyof AnswersPageQuery]?: AnswersPageQuery[Name] | null },
): string {
  const all = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== null);
  const text = new URLSearchParams(
    Object.fromEntries(all.map(([name, value]) => [name, String(value)])),
  ).toString();
  return text === '' ? path : `${path}?${text}`;
}
