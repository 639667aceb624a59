import { inParallel } from '../../async/in-parallel.ts';
import { audit } from '../../domain/audit/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import { changedAt, isSubmissionEvent } from '../../domain/submission/events.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { CommandDeps } from '../deps.ts';
import { assignPaidWith } from '../payment/assign-payment.ts';

const parallelLoads = 16;

/** The submissions to a form that a request selected at a moment. */
export interface SubmissionsToErase {
  readonly formId: string;
  readonly submissionIds: readonly string[];
  /** When they were selected: those that changed since are left out. */
  readonly asked: Date;
}

export interface ErasedSubmissions {
  /** How many of the submissions are erased by this request; those that were erased before are not counted. */
  readonly erased: number;
  readonly position: bigint | null;
}

/**
 * Records, in one append, that submissions to a form are erased, with the effects of erasing each of them alone. Ids that are not of the form, or
 * of submissions that are erased already or have events after the selection, are left out. After a failure in between, the same request erases the rest.
 * @throws LogUnavailable
 */
export async function eraseSubmissions(
  { aggregates, log, now }: Pick<CommandDeps, 'aggregates' | 'log' | 'now'>,
  { formId, submissionIds, asked }: SubmissionsToErase,
  { requestKey: _, ...context }: CommandContext,
): Promise<ErasedSubmissions> {
  const { accountId } = context;
  const stream = streamOf.audit(accountId);
  const { state: facts } = await aggregates.load(audit, stream);
  const open = new Set<string>();
  await inParallel(parallelLoads, submissionIds, async (id) => {
    if (facts.open.has(id)) return;
    const { state, lastChange } = (await unlessErased(readSubmission(log, id))) ?? missing;
    if (lastChange > asked.toISOString()) return;
    if (!state.exists || state.present.accountId !== accountId || state.present.form.id !== formId) return;
    if (state.payment) await assignPaidWith({ aggregates, now }, state.payment, id, context);
    open.add(id);
  });
  const at = now().toISOString();
  const commands = submissionIds
    .filter((id) => open.has(id))
    .map((submissionId) => ({ type: 'EraseSubmission', submissionId, formId, at }) as const);
  if (commands.length === 0) return { erased: 0, position: null };
  const recorded = await aggregates.execute(audit, stream, commands, context);
  if (!recorded.ok) return recorded.error;
  const { events, position } = recorded.value;
  // Another run may have recorded some of them meanwhile.
  return { erased: events.filter(({ type }) => type === 'SubmissionErased').length, position };
}

const missing = { state: submission.initial, lastChange: '' };

/** Reads a submission from the log. @returns also when it last changed, ISO 8601 @throws StreamErased, LogUnavailable */
async function readSubmission(log: Pick<CommandDeps['log'], 'readStream'>, id: string) {
  let { state, lastChange } = missing;
  for await (const { event, revision } of log.readStream(streamOf.submission(id))) {
    if (!isSubmissionEvent(event)) continue;
    state = submission.evolve(state, event, revision);
    if (changedAt(event) > lastChange) lastChange = changedAt(event);
  }
  return { state, lastChange };
}
