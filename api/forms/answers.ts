import type { ApiDeps } from '../api-deps.ts';
import { contextFor } from '../auth/owners.ts';
import { answerOperations } from '../contract/forms/answers.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { answerSelection } from '../requests/answer-selection.ts';
import { readAfter } from '../requests/requests.ts';

/** The service answers within twelve seconds. */
const patienceMs = 9_000;

/** Counts the answers to forms. */
export function answerRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'answerCounts' | 'progress'>,
): void {
  api.route(answerOperations.countAnswers, async (request, reply) => {
    const { id: formId } = request.params;
    const { counted_since: since } = request.query;
    await readAfter(request, deps.progress, ['submissions']);
    const { accountId } = await contextFor(request, deps.aggregates, 'form', formId);
    const begunMs = since === undefined ? undefined : Date.parse(since);
    const selection = answerSelection({ accountId, formId }, request.query);
    const count = await deps.answerCounts.of(selection, { begunMs, waitMs: patienceMs });
    if (!count) throw new ApiError('not_found');
    if (count.state === 'counted') return { form_id: formId, ...count.answers };
    reply.code(202).header('retry-after', '1');
    const countedSince = new Date(count.begunMs).toISOString();
    return { form_id: formId, ...count.progress, counted_since: countedSince };
  });
}
