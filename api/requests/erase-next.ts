import { eraseSubmissions } from '../../commands/submission/erase-submissions.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { Keyset } from '../../projections/queries/keyset.ts';
import { erasingIn } from '../../projections/queries/open-erasures.ts';
import type { ApiDeps } from '../api-deps.ts';
import { selectedPages, type SelectedSubmissions } from './selected-submissions.ts';

/** What a request erased, and how the next one goes on. */
export interface EraseStep {
  readonly erased: number;
  /** The position of the last event. */
  readonly position: bigint | null;
  /** The place after which the next request looks on; undefined for the first submission. */
  readonly after: Keyset | undefined;
  readonly isDone: boolean;
  /** Whether earlier erasures have to end first. */
  readonly isWaiting: boolean;
}

/** A request looks for more until this time, in ms, or until it has erased so many. */
const [stepMs, stepErased] = [1_000, 150];
/** The most erasures of an account that are begun and not ended. Each is a part of the state of the account's audit. */
const mostOpen = 2_000;

/**
 * Erases the next of the selected submissions, oldest first. Those that are erased already are passed over, so that a request can be
 * repeated.
 * @throws LogUnavailable
 */
export async function eraseNext(
  { aggregates, log, now, queries }: Pick<ApiDeps, 'aggregates' | 'log' | 'now' | 'queries'>,
  selected: SelectedSubmissions,
  place: Keyset | undefined,
  context: CommandContext,
): Promise<EraseStep> {
  const { accountId, formId, asked } = selected;
  const begun = performance.now();
  let [erased, after] = [0, place];
  let position: bigint | null = null;
  const stop = (rest: Pick<EraseStep, 'isDone' | 'isWaiting'>): EraseStep => ({
    erased,
    position,
    after,
    ...rest,
  });
  for await (const { items, next } of selectedPages(queries.submissions, selected, place)) {
    const open = await erasingIn(aggregates, accountId);
    const left = items.filter(({ id }) => !open.has(id));
    const fitting = left.slice(0, Math.max(0, mostOpen - open.size));
    const submissionIds = fitting.map(({ id }) => id);
    const step = await eraseSubmissions({ aggregates, log, now }, { formId, submissionIds, asked }, context);
    erased += step.erased;
    position = step.position ?? position;
    if (fitting.length < left.length) {
      const last = fitting.at(-1);
      after = last ? { at: last.submitted_at, id: last.id } : after;
      return stop({ isDone: false, isWaiting: true });
    }
    after = next ?? after;
    if (next === null) break;
    if (erased >= stepErased || performance.now() - begun > stepMs)
      return stop({ isDone: false, isWaiting: false });
  }
  return stop({ isDone: true, isWaiting: false });
}
