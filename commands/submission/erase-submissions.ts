import { inParallel } from '../../async/in-parallel.ts';
import { audit } from '../../domain/audit/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';
import { assignPaidWith } from '../payment/assign-payment.ts';

const parallelLoads = 16;

export interface ErasedSubmissions {
  /** How many of the submissions are erased by this request; those that were erased before are not counted. */
  readonly erased: number;
  readonly position: bigint | null;
}

/**
 * Records, in one append, that submissions to a form are erased, with the effects of erasing each of them alone. Ids that are not of the form, or
 * of submissions that are erased already, are left out. After a failure in between, the same request erases the rest.
 * @throws LogUnavailable
 */
export async function eraseSubmissions(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  formId: string,
  submissionIds: readonly string[],
  { requestKey: _, ...context }: CommandContext,
): Promise<ErasedSubmissions> {
  const { accountId } = context;
  const stream = streamOf.audit(accountId);
  const { state: facts } = await aggregates.load(audit, stream);
  const open = new Set<string>();
  await inParallel(parallelLoads, submissionIds, async (id) => {
    if (facts.open.has(id)) return;
    const state = await loadUnlessErased(aggregates, id);
    if (!state?.exists || state.present.accountId !== accountId || state.present.form.id !== formId) return;
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
  return { erased: commands.length, position: recorded.value.position };
}

async function loadUnlessErased({ load }: Pick<CommandDeps['aggregates'], 'load'>, id: string) {
  try {
    return (await load(submission, streamOf.submission(id))).state;
  } catch (error) {
    if (error instanceof StreamErased) return null;
    throw error;
  }
}
