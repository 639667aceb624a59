import { form as formDecider } from '../../../domain/form/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { erasingIn } from '../../../projections/queries/open-erasures.ts';
import type { SubmissionFilter } from '../../../projections/read-models/submissions/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { selectedErasureOperations } from '../../contract/erasures/selected-erasures.ts';
import { wrongTogether } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { eraseNext } from '../../requests/erase-next.ts';
import { readAfter } from '../../requests/requests.ts';
import { countSelected, type SelectedSubmissions } from '../../requests/selected-submissions.ts';
import { conditionOf, type SubmissionConditions } from '../../requests/submission-conditions.ts';
import { rangeOf } from '../../requests/timestamps.ts';

interface Filters extends SubmissionConditions {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly status?: NonNullable<SubmissionFilter['status']> | 'incomplete' | undefined;
}

function selectedBy(
  { since, until, status, ...conditions }: Filters,
  of: Pick<SelectedSubmissions, 'accountId' | 'formId' | 'asked'>,
): SelectedSubmissions {
  const progress = status === 'incomplete' ? { isComplete: false } : { status };
  return {
    ...of,
    filter: { ...rangeOf({ since, until }), ...progress },
    matches: conditionOf(conditions),
    ids: [],
  };
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** The erasure of all submissions to a form that filters select, some with each request. */
export function selectedErasureRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'log' | 'now' | 'progress' | 'queries'>,
): void {
  const { aggregates, queries, progress, now } = deps;

  api.route(selectedErasureOperations.countSelectedForErasure, async (request) => {
    const { id: formId } = request.params;
    await readAfter(request, progress, ['submissions', 'forms']);
    const { accountId } = await contextFor(request, aggregates, 'form', formId);
    const asked = now();
    const selected = selectedBy(request.query, { accountId, formId, asked });
    const erasing = await erasingIn(aggregates, accountId);
    const { count, isLeast } = await countSelected(queries.submissions, selected, erasing);
    const { state } = await aggregates.load(formDecider, streamOf.form(formId));
    return {
      form_id: formId,
      form_title: state.exists ? state.title : '',
      count,
      is_least: isLeast,
      asked_at: asked.toISOString(),
    };
  });

  api.route(selectedErasureOperations.eraseSelected, async (request, reply) => {
    const { id: formId } = request.params;
    const { asked_at: askedAt, after_id: id, after_submitted_at: at, ...filters } = request.body;
    if ((id === undefined) !== (at === undefined))
      throw wrongTogether('after_id and after_submitted_at must be given together.', [
        'after_id',
        'after_submitted_at',
      ]);
    const context = await contextFor(request, aggregates, 'form', formId);
    const asked = askedAt === undefined ? now() : earlier(new Date(askedAt), now());
    const selected = selectedBy(filters, { accountId: context.accountId, formId, asked });
    const place = id !== undefined && at !== undefined ? { id, at: new Date(at).toISOString() } : undefined;
    const { erased, position, after, isDone, isWaiting } = await eraseNext(deps, selected, place, context);
    if (position !== null) reply.header('x-log-position', String(position));
    return {
      form_id: formId,
      erased,
      is_done: isDone,
      is_waiting: isWaiting,
      asked_at: asked.toISOString(),
      after_id: after?.id ?? null,
      after_submitted_at: after?.at ?? null,
    };
  });
}
