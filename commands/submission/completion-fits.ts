import { randomUUID } from 'node:crypto';
import { streamOf } from '../../domain/stream-names.ts';
import { isCopied } from '../../domain/submission/answered-form.ts';
import type { CompletedSubmission } from '../../domain/submission/events.ts';
import type { Answers, PresentSubmission } from '../../domain/submission/present.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { AppendTooLarge, ConcurrencyConflict } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';

/** Every event store of a service accepts an event with answers of this size, in bytes of JSON. */
const alwaysFits = 900_000;

/** No stream has this revision. */
const impossibleRevision = Number.MAX_SAFE_INTEGER;

/** Stands for what the completion adds: the name of its reservation, and the metadata of another request. */
const reserve = 'x'.repeat(4_096);

/**
 * Whether the event fits into the log that would complete a submission with these answers, all in one event. The log is asked about
 * large answers with an append that it refuses anyway, and for its size first.
 * @throws LogUnavailable, StreamErased
 */
export async function completionFits(
  { log }: Pick<CommandDeps, 'log'>,
  { submissionId, accountId, form, source, at }: PresentSubmission,
  { answers, e164 }: Answers,
  { actor, correlationId, causationId }: CommandContext,
): Promise<boolean> {
  if (Buffer.byteLength(JSON.stringify(answers)) <= alwaysFits) return true;
  if (isCopied(form)) return true;
  const data: CompletedSubmission = {
    submissionId,
    accountId,
    form,
    answers: [...answers],
    ...(e164 && { e164 }),
    source,
    reservation: reserve,
    startedAt: at,
    at,
  };
  const metadata = { accountId, actor, correlationId, causationId };
  const probe = { id: randomUUID(), event: { type: 'SubmissionCompleted', data }, metadata } as const;
  try {
    await log.append(streamOf.submission(submissionId), impossibleRevision, [probe]);
  } catch (error) {
    if (error instanceof ConcurrencyConflict) return true;
    if (error instanceof AppendTooLarge) return false;
    throw error;
  }
  throw new Error('the log appended an event at a revision that no stream has');
}
