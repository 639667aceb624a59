import Type, { type Static } from 'typebox';
import { Cursor, Id, Timestamp } from '../../../api/contract/values.ts';
import { invalidRequest } from '../../../api/errors/errors.ts';
import { conditionOf, originOf } from '../../../api/requests/submission-conditions.ts';
import { date } from '../../../domain/submission/checks/formats.ts';
import { searchFor } from '../../../domain/submission/search/words.ts';
import { submissionStatuses } from '../../../domain/submission/status.ts';
import {
  type OriginChoice,
  originChoices,
  type SubmissionView,
} from '../../../projections/read-models/submissions/queries.ts';
import { beginningOf, Range } from '../parts/ranges.ts';
import { answerCondition, AnswerFilters } from './answer-filters.ts';

export const sourceLabels: Readonly<Record<OriginChoice, string>> = {
  form: 'The public form',
  api: 'The API',
  import: 'An import',
  api_or_import: 'The API or an import',
};

/** A day of the calendar, in UTC, as a control for dates sends it. */
const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

/** The filters that lists and downloads share. */
export const SubmissionFilters = Type.Object({
  range: Type.Optional(Range),
  /** The first and the last day. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** Exact times, from `since` (included) to `until` (excluded), as links from charts have them. */
  since: Type.Optional(Timestamp),
  until: Type.Optional(Timestamp),
  status: Type.Optional(Type.Enum([...submissionStatuses, 'incomplete'])),
  source: Type.Optional(Type.Enum(originChoices)),
  /** The version of the form that was answered. */
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Words of the answers. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  ...AnswerFilters.properties,
});
type Sent = Static<typeof SubmissionFilters>;
export type SubmissionFilters = { readonly [Name in keyof Sent]?: Sent[Name] | undefined };

export const SubmissionsQuery = Type.Object({
  account: Type.Optional(Id),
  /** The id or the name of a form. */
  form: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  ...SubmissionFilters.properties,
  cursor: Type.Optional(Cursor),
});
export type SubmissionsQuery = Static<typeof SubmissionsQuery>;

const dayMs = 86_400_000;

const later = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

const earlier = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;

/** @throws ApiError `invalid_request` for a day that no calendar has */
function checkDay(name: 'from' | 'to', day: string | undefined): void {
  const message = 'There is no such day.';
  if (day !== undefined && !date.test(day))
    throw invalidRequest(message, [{ path: `/${name}`, code: 'invalid_format', message }], 'query');
}

/** The filters that the indexes of the read model have, in the form that queries take. @throws ApiError `invalid_request` */
export function indexedFilters({ range, from, to, status, ...exact }: SubmissionFilters, now: Date) {
  checkDay('from', from);
  checkDay('to', to);
  return {
    since: later(
      exact.since && new Date(exact.since).toISOString(),
      later(range && beginningOf(range, now), from && new Date(from).toISOString()),
    ),
    until: earlier(
      exact.until && new Date(exact.until).toISOString(),
      to && new Date(Date.parse(to) + dayMs).toISOString(),
    ),
    ...(status === 'incomplete' ? { isComplete: false } : { status }),
  };
}

/** The condition of all filters that no index has; null if none is set. */
export function otherFilters(filters: SubmissionFilters): ((submission: SubmissionView) => boolean) | null {
  const { source, version, search, status } = filters;
  const hasAnswer = answerCondition(filters);
  const isIncomplete = status === 'incomplete';
  if ([source, version, search].every((one) => one === undefined) && !hasAnswer && !isIncomplete) return null;
  // A search for signs alone finds nothing, rather than everything.
  if (search !== undefined && searchFor(search).words.length === 0) return () => false;
  const matches = conditionOf({ source, version, search });
  return (submission) =>
    !(isIncomplete && submission.is_complete) &&
    (hasAnswer?.(submission) ?? true) &&
    (matches?.(submission) ?? true);
}

/** The source of a submission, in words. */
export const sourceName = (submission: SubmissionView): string => sourceLabels[originOf(submission)];

/** The filters of an address, without its other parameters. */
export function filtersIn(query: SubmissionFilters): SubmissionFilters {
  const { range, from, to, since, until, status, source, version, search } = query;
  const { question, value, row, answer, group } = query;
  const byAnswer = { question, value, row, answer, group };
  return { range, from, to, since, until, status, source, version, search, ...byAnswer };
}

export const isFiltered = (query: SubmissionFilters): boolean =>
  Object.values(filtersIn(query)).some((value) => value !== undefined);
