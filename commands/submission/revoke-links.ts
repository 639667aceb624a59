import { audit } from '../../domain/audit/decider.ts';
import { err, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import type { Changed } from './change-request.ts';

/**
 * Revokes the links with which the respondent can correct a complete submission of the context's account.
 * @returns `erased` for a submission that is being erased
 * @throws StreamErased once the log no longer holds the submission, LogUnavailable
 */
export async function revokeLinks(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  submissionId: string,
  context: CommandContext,
): Promise<Result<Changed, Refusal>> {
  const stream = streamOf.submission(submissionId);
  const { state } = await aggregates.load(submission, stream);
  if (!state.exists || state.present.accountId !== context.accountId) return notFound;
  const { state: facts } = await aggregates.load(audit, streamOf.audit(context.accountId));
  if (facts.open.has(submissionId)) return err({ code: 'erased' });
  const command = { type: 'RevokeLinks', at: now().toISOString() } as const;
  return aggregates.execute(submission, stream, [command], context);
}
