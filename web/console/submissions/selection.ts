import Type from 'typebox';
import { Id } from '../../../api/contract/values.ts';
import { invalidRequest } from '../../../api/errors/errors.ts';
import type { Keyset, Page } from '../../../projections/queries/keyset.ts';
import type {
  SubmissionQueries,
  SubmissionView,
} from '../../../projections/read-models/submissions/queries.ts';
import { rowsOnPage } from '../parts/pager.ts';
import { filtersIn, indexedFilters, otherFilters, SubmissionFilters } from './filters.tsx';

/** Rows that were chosen, or the filters of a list. Without both, every submission of the form is selected. */
export const SelectionQuery = Type.Object({
  /** Whether rows were to be chosen: then no row is not all of them. */
  chosen: Type.Optional(Type.Enum(['yes'])),
  id: Type.Optional(Type.Array(Id, { maxItems: rowsOnPage })),
  ...SubmissionFilters.properties,
});

/** Submissions of a form: those that were chosen, or all that match filters. */
export interface Selection {
  readonly accountId: string;
  readonly formId: string;
  readonly filters: SubmissionFilters;
  /** The chosen submissions; none for all that match. */
  readonly ids: readonly string[];
  /** When it was asked for: what arrived or changed since is not selected. */
  readonly asked: Date;
}

interface Chosen {
  readonly chosen?: 'yes' | undefined;
  readonly id?: readonly string[] | undefined;
}

/** The ids of rows that were chosen; none for a selection by filters. @throws ApiError `invalid_request` if no row was chosen */
export function chosenIds({ chosen, id: ids = [] }: Chosen): readonly string[] {
  const message = 'Choose at least one row of the list.';
  if (chosen === 'yes' && ids.length === 0)
    throw invalidRequest(message, [{ path: '/id', code: 'required', message }], 'query');
  return ids;
}

/** Reads what was chosen. @throws ApiError `invalid_request` if no row was chosen */
export function selectionIn(
  query: SubmissionFilters & Chosen,
  of: Pick<Selection, 'accountId' | 'formId' | 'asked'>,
): Selection {
  return { ...of, filters: filtersIn(query), ids: chosenIds(query) };
}

/** Whether a submission is as it was at a moment. */
const isUnchangedSince =
  (moment: string) =>
  ({ created_at, submitted_at, saved_at = '', corrected_at = '' }: SubmissionView): boolean =>
    [created_at, submitted_at, saved_at, corrected_at].every((time) => time <= moment);

type Queries = Pick<SubmissionQueries, 'countListed' | 'get' | 'oldestFirst'>;

const pageSize = 50;

/** Reads the chosen submissions of a form, oldest first. */
export async function readChosen(
  queries: Pick<Queries, 'get'>,
  { accountId, formId, ids }: Pick<Selection, 'accountId' | 'formId' | 'ids'>,
): Promise<readonly SubmissionView[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => queries.get(accountId, id)));
  return found
    .flatMap((one) => (one?.form_id === formId ? [one] : []))
    .sort((a, b) => (`${a.submitted_at} ${a.id}` < `${b.submitted_at} ${b.id}` ? -1 : 1));
}

/**
 * Reads what is selected, oldest first, a page at a time; a page may be empty. The conditions are those of the downloads.
 * @param after the place after which the first page begins
 */
export async function* selectedPages(
  queries: Queries,
  selection: Selection,
  after?: Keyset,
): AsyncGenerator<Page<SubmissionView>> {
  const { accountId, formId, filters, ids, asked } = selection;
  const isUnchanged = isUnchangedSince(asked.toISOString());
  if (ids.length > 0) {
    yield { items: (await readChosen(queries, selection)).filter(isUnchanged), next: null };
    return;
  }
  const matches = otherFilters(filters) ?? (() => true);
  const filter = indexedFilters(filters, asked);
  for (let place = after, more = true; more;) {
    const { items, next } = await queries.oldestFirst(accountId, formId, {
      ...filter,
      limit: pageSize,
      after: place,
    });
    yield { items: items.filter((one) => isUnchanged(one) && matches(one)), next };
    more = next !== null;
    place = next ?? undefined;
  }
}

/** How many submissions are selected. */
export interface SelectedCount {
  readonly count: number;
  /** Whether there may be more: the count ended after its time. */
  readonly isLeast: boolean;
}

const [countMs, mostCounted] = [2_000, 1_000_000];

/** Counts what is selected; filters that no index has, for two seconds. @param without those that are left out */
export async function countSelected(
  queries: Queries,
  selection: Selection,
  without: { has(id: string): boolean },
): Promise<SelectedCount> {
  const { accountId, formId, filters, ids, asked } = selection;
  if (ids.length === 0 && otherFilters(filters) === null) {
    const filter = { ...indexedFilters(filters, asked), limit: mostCounted };
    const count = await queries.countListed(accountId, formId, filter);
    return { count, isLeast: count === mostCounted };
  }
  const begun = performance.now();
  let count = 0;
  for await (const { items, next } of selectedPages(queries, selection)) {
    count += items.filter(({ id }) => !without.has(id)).length;
    if (next !== null && performance.now() - begun > countMs) return { count, isLeast: true };
  }
  return { count, isLeast: false };
}

/** Reads the first few that are selected. @param limit how many at most */
export async function firstSelected(
  queries: Queries,
  selection: Selection,
  without: { has(id: string): boolean },
  limit: number,
): Promise<readonly SubmissionView[]> {
  const begun = performance.now();
  const found: SubmissionView[] = [];
  for await (const { items } of selectedPages(queries, selection)) {
    found.push(...items.filter(({ id }) => !without.has(id)));
    if (found.length >= limit || performance.now() - begun > countMs) break;
  }
  return found.slice(0, limit);
}
