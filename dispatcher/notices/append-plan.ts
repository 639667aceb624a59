import type { CommandDeps } from '../../commands/deps.ts';
import { notice, type PlannedNotice } from '../../domain/notice/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';

/**
 * Appends the plan of a notice to a stream of its own, unless it was planned before.
 * @param cause the event that the notice is about
 * @throws LogUnavailable, and StreamErased for a notice that was planned and erased
 */
export async function appendPlan(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  planned: PlannedNotice,
  cause: { readonly eventId: string; readonly correlationId: string },
): Promise<void> {
  const { noticeId, accountId } = planned;
  await aggregates.execute(
    notice,
    streamOf.notice(noticeId),
    [{ type: 'PlanNotice', notice: planned, at: now().toISOString() }],
    {
      accountId,
      actor: { kind: 'system', id: 'notices' },
      correlationId: cause.correlationId,
      causationId: cause.eventId,
      idempotencyKey: `notice:${noticeId}`,
    },
    { isNew: true },
  );
}
