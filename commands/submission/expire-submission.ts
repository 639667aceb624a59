import { audit } from '../../domain/audit/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';

/**
 * Ends a submission of the context's account that was not completed in time, and erases it like any other. It may be
 * repeated after a crash in between. A submission that was saved or completed meanwhile stays as it is.
 * @returns the log position of the erasure; null if nothing was to be erased
 * @throws LogUnavailable
 */
export async function expireSubmission(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  submissionId: string,
  context: CommandContext,
): Promise<bigint | null> {
  const { accountId } = context;
  const at = now().toISOString();
  try {
    const stream = streamOf.submission(submissionId);
    const expired = await aggregates.execute(submission, stream, [{ type: 'ExpireSubmission', at }], context);
    if (!expired.ok) throw new Error(`submission ${submissionId} cannot expire: ${expired.error.code}`);
    const { state } = expired.value;
    if (!state.exists || !state.isExpired || state.present.accountId !== accountId) return null;
    const { form, lastFieldId = null } = state.present;
    const command = {
      type: 'EraseSubmission',
      submissionId,
      formId: form.id,
      expired: { lastFieldId },
      at,
    } as const;
    const erased = await aggregates.execute(audit, streamOf.audit(accountId), [command], context);
    return erased.ok && erased.value.events.length > 0 ? erased.value.position : null;
  } catch (error) {
    if (error instanceof StreamErased) return null;
    throw error;
  }
}
