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
import { attributeText } from '../../parts/attribute-text.ts';
import { Choice } from '../../parts/choice.tsx';
import type { Choice as Chosen, Named } from '../parts/named.ts';
import { NamedChoice } from '../parts/named-choice.tsx';
import { beginningOf, Range, rangeChoices } from '../parts/ranges.ts';
import { AnswerControls, type AskedFields } from './answer-filter-controls.tsx';
import { answerCondition, AnswerFilters } from './answer-filters.ts';
import { statusNames } from './progress.tsx';

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

interface DayProps {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly day: string | undefined;
}

const DayControl = ({ name, label, day }: DayProps) => (
  <label>
    <span safe>{label}</span>
    <input type="date" name={name} value={day ?? ''} />
  </label>
);

interface FiltersProps {
  readonly query: SubmissionsQuery;
  readonly account: string;
  readonly forms: readonly Named[];
  readonly form: Chosen;
  /** The present version of the chosen form; null without a form. */
  readonly version: number | null;
  /** The questions of the chosen form; none without a form. */
  readonly fields: AskedFields;
}

/** The versions that are offered: the last ones. */
const offeredVersions = 50;

const versionsUpTo = (last: number): readonly (readonly [string, string])[] =>
  Array.from({ length: Math.min(last, offeredVersions) }, (_, n) => String(last - n)).map((version) => [
    version,
    version === String(last) ? `${version} (present)` : version,
  ]);

/** The filters that few people need. */
const FurtherFilters = ({ query, version, fields }: Pick<FiltersProps, 'query' | 'version' | 'fields'>) => {
  const { from, to, source, version: chosen, answer } = query;
  return (
    <details class="further" open={[from, to, source, chosen, answer].some((value) => value !== undefined)}>
      <summary>More filters</summary>
      <div class="filters">
        <DayControl name="from" label="From, in UTC" day={from} />
        <DayControl name="to" label="To, inclusive" day={to} />
        <Choice
          name="source"
          label="Source"
          values={originChoices.map((each) => [each, sourceLabels[each]] as const)}
          chosen={source}
        />
        {fields.length > 0 && <AnswerControls filters={query} fields={fields} />}
        {version !== null && version > 1 && (
          <Choice
            name="version"
            label="Version of the form"
            values={versionsUpTo(version)}
            chosen={chosen === undefined ? undefined : String(chosen)}
          />
        )}
      </div>
    </details>
  );
};

/** The filters above the list of submissions. */
export const Filters = ({ query, account, forms, form, version, fields }: FiltersProps) => (
  <form method="get" action="/console/submissions" class="filters" data-submit-on-change>
    <input type="hidden" name="account" value={attributeText(account)} />
    <NamedChoice name="form" label="Form" offered={forms} choice={form} />
    <label class="broad">
      <span>Words of answers</span>
      <input
        type="search"
        name="search"
        maxlength="200"
        value={attributeText(query.search ?? '')}
        aria-describedby="search-help"
      />
    </label>
    <Choice
      name="status"
      label="Status"
      values={[...statusNames, ['incomplete', 'begun or saved']]}
      chosen={query.status}
    />
    <Choice name="range" label="Time" values={rangeChoices} chosen={query.range} />
    <button type="submit">Filter</button>
    <small id="search-help" class="help">
      The search compares the beginnings of words with all answers as people see them, whatever their status.
      Capitals and accents make no difference. It is quickest in one form.
    </small>
    <FurtherFilters query={query} version={version} fields={fields} />
  </form>
);
