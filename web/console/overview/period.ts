import Type, { type Static } from 'typebox';
import { invalidRequest } from '../../../api/errors/errors.ts';
import type { Stretch } from '../../../projections/queries/overview/counts-over-time.ts';
import { beginningOf, Range, rangeNames } from '../parts/ranges.ts';

const Moment = Type.String({ pattern: '^(?:\\d{4}-\\d\\d-\\d\\d)?$' });

/** A span that ends now, or the days from the first to the last, in UTC. */
export const PeriodQuery = Type.Object({
  range: Type.Optional(Range),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
});
export type PeriodQuery = Static<typeof PeriodQuery>;

export interface Period {
  /** Null for days that a person has entered. */
  readonly range: Range | null;
  readonly from: string;
  readonly to: string;
  readonly stretches: readonly Stretch[];
}

export { rangeNames };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const stepOf: Readonly<Record<Range, number>> = {
  '1h': 2 * minuteMs,
  '24h': hourMs,
  '7d': 6 * hourMs,
  '30d': dayMs,
};
const mostStretches = 31;

/** Divides a time into stretches that begin at full steps, so that later requests count the same stretches. */
function divide(from: number, to: number, stepMs: number): Stretch[] {
  const first = Math.floor(from / stepMs) * stepMs;
  const count = Math.ceil((to - first) / stepMs);
  const at = (index: number) => new Date(first + index * stepMs).toISOString();
  return Array.from({ length: count }, (_, index) => ({ since: at(index), until: at(index + 1) }));
}

function dayIn(text: string): number {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    throw invalidRequest(`There is no day ${text}.`);
  return time;
}

/** Returns the period that a query asks for, the last 24 hours by default. @throws ApiError `invalid_request` */
export function readPeriod({ range = '24h', from = '', to = '' }: PeriodQuery, now: Date): Period {
  if (from === '' && to === '') {
    const begin = Date.parse(beginningOf(range, now));
    const stretches = divide(begin, now.getTime(), stepOf[range]);
    return { range, from: '', to: '', stretches };
  }
  const end = (to === '' ? Math.floor(now.getTime() / dayMs) * dayMs : dayIn(to)) + dayMs;
  const begin = from === '' ? end - 30 * dayMs : dayIn(from);
  if (begin >= end) throw invalidRequest('The first day comes after the last.');
  const days = (end - begin) / dayMs;
  const stepMs = days === 1 ? hourMs : Math.ceil(days / mostStretches) * dayMs;
  const length = Math.ceil((end - begin) / stepMs);
  const stretches = Array.from({ length }, (_, index) => ({
    since: new Date(begin + index * stepMs).toISOString(),
    until: new Date(Math.min(end, begin + (index + 1) * stepMs)).toISOString(),
  }));
  return { range: null, from, to, stretches };
}
