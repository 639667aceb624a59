import { eraseSubmission } from '../../../commands/submission/erase-submission.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { wordedEntry } from '../../../projections/queries/worded/worded-entry.ts';
import { type WordedEvent, wordedHistories } from '../../../projections/queries/worded/worded-history.ts';
import { erasureOf, workerOf } from '../../../projections/read-models/erasures/erasure-progress.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { erasureOperations } from '../../contract/erasures/erasures.ts';
import { defaultLimit } from '../../contract/values.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import type { Paging } from '../../requests/paging.ts';
import { committed, readAfter } from '../../requests/requests.ts';

/** A fact that remains changes no state. */
function auditEntry(fact: WordedEvent) {
  const { worded_changes: _, ...entry } = wordedEntry(fact);
  return entry;
}

/** Erasure of submissions, and the audit facts that remain. */
export function erasureRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'definitions' | 'log' | 'now' | 'progress' | 'projections' | 'queries'>,
  paging: Paging,
): void {
  const { aggregates, queries, progress, log, projections } = deps;
  const worded = wordedHistories(deps);
  const workerFor = (erasure: Parameters<typeof workerOf>[0]) => projections.worker(workerOf(erasure));

  api.route(erasureOperations.eraseSubmission, async (request, reply) => {
    const { id } = request.params;
    const before = await queries.erasures.get(id);
    if (before?.kind === 'submission') return erasureOf(before, await workerFor(before));
    const context = await contextFor(request, aggregates, 'submission', id);
    // Read before the command: after the append, an unavailable store must not turn the answer into a failure.
    const carriedOutBy = await workerFor({ stage: 'deletion' });
    const { formId: form_id, at: erased_at } = committed(reply, await eraseSubmission(deps, id, context));
    const { accountId: account_id } = context;
    const progressAtStart = { stage: 'deletion', scrubbed_at: null, completed_at: null } as const;
    return erasureOf({ id, account_id, form_id, erased_at, ...progressAtStart }, carriedOutBy);
  });

  api.route(erasureOperations.readErasure, async (request) => {
    await readAfter(request, progress, ['erasures']);
    const found = await queries.erasures.get(request.params.id);
    if (found?.kind !== 'submission')
      throw new ApiError('not_found', { message: 'The submission was not erased.' });
    return erasureOf(found, await workerFor(found));
  });

  api.route(erasureOperations.listAudit, async (request, reply) => {
    await readAfter(request, progress, ['erasures']);
    const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
    const { limit = defaultLimit, cursor } = request.query;
    const binding = [accountId, 'audit'];
    const { after } = paging.after(binding, cursor);
    const { events, next } = await log.readPage(streamOf.audit(accountId), {
      direction: 'forwards',
      from: after && Number(after.at),
      limit,
    });
    const facts = events.filter(({ event }) => event.type !== 'AuditSummarized');
    const items = await worded.word(facts.map((event) => ({ event })));
    const page = { items, next: next === null ? null : { at: String(next), id: '' } };
    return paging.reply(request, reply, binding, page, (fact) => auditEntry(fact));
  });
}
