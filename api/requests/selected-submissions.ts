import type { Keyset, Page } from '../../projections/queries/keyset.ts';
import type {
  CountedFilter,
  SubmissionQueries,
  SubmissionView,
} from '../../projections/read-models/submissions/queries.ts';

/** Submissions of a form that were selected at a moment: some of them, or all that match filters. */
export interface SelectedSubmissions {
  readonly accountId: string;
  readonly formId: string;
  /** The conditions that an index has. */
  readonly filter: Omit<CountedFilter, 'limit'>;
  /** The other conditions; null for none. */
  readonly matches: ((submission: SubmissionView) => boolean) | null;
  /** The submissions themselves; none for all that match. */
  readonly ids: readonly string[];
  /** When they were selected: what arrived or changed since does not belong to them. */
  readonly asked: Date;
}

type Queries = Pick<SubmissionQueries, 'countListed' | 'get' | 'oldestFirst'>;

const pageSize = 50;

/** Whether a submission is as it was at a moment. */
const isUnchangedSince =
  (moment: string) =>
  ({ created_at, submitted_at, saved_at = '', corrected_at = '' }: SubmissionView): boolean =>
    [created_at, submitted_at, saved_at, corrected_at].every((time) => time <= moment);

/** Reads submissions of a form by their ids, oldest first. */
export async function readByIds(
  queries: Pick<Queries, 'get'>,
  { accountId, formId, ids }: Pick<SelectedSubmissions, 'accountId' | 'formId' | 'ids'>,
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
  selected: SelectedSubmissions,
  after?: Keyset,
): AsyncGenerator<Page<SubmissionView>> {
  const { accountId, formId, filter, ids, asked } = selected;
  const isUnchanged = isUnchangedSince(asked.toISOString());
  if (ids.length > 0) {
    yield { items: (await readByIds(queries, selected)).filter(isUnchanged), next: null };
    return;
  }
  const matches = selected.matches ?? (() => true);
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

/**
 * Counts what is selected; conditions that no index has, for two seconds.
 * @param without the submissions that are left out, such as those whose erasure has begun
 */
export async function countSelected(
  queries: Queries,
  selected: SelectedSubmissions,
  without: ReadonlyMap<string, unknown>,
): Promise<SelectedCount> {
  const { accountId, formId, filter, ids, matches } = selected;
  if (ids.length === 0 && matches === null) {
    const [count, left] = await Promise.all([
      queries.countListed(accountId, formId, { ...filter, limit: mostCounted }),
      without.size === 0
        ? 0
        : queries.countListed(accountId, formId, {
            ...filter,
            among: [...without.keys()],
            limit: mostCounted,
          }),
    ]);
    return { count: Math.max(0, count - left), isLeast: count === mostCounted };
  }
  const begun = performance.now();
  let count = 0;
  for await (const { items, next } of selectedPages(queries, selected)) {
    count += items.filter(({ id }) => !without.has(id)).length;
    if (next !== null && performance.now() - begun > countMs) return { count, isLeast: true };
  }
  return { count, isLeast: false };
}

/** Reads the first few that are selected. @param limit how many at most */
export async function firstSelected(
  queries: Queries,
  selected: SelectedSubmissions,
  without: ReadonlyMap<string, unknown>,
  limit: number,
): Promise<readonly SubmissionView[]> {
  const begun = performance.now();
  const found: SubmissionView[] = [];
  for await (const { items } of selectedPages(queries, selected)) {
    found.push(...items.filter(({ id }) => !without.has(id)));
    if (found.length >= limit || performance.now() - begun > countMs) break;
  }
  return found.slice(0, limit);
}
