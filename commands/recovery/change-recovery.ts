import { recovery, type RecoveryCommand } from '../../domain/recovery/decider.ts';
import type { PauseReason } from '../../domain/recovery/events.ts';
import { ok } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound } from '../refusal.ts';
import { recoverableTo } from './find-recoverable.ts';
import type { RecoveryResult } from './request-recovery.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;
interface Target {
  readonly recoveryId: string;
}

/** Pauses a recovery after the batch in progress. */
export const pauseRecovery = (
  deps: Deps,
  { recoveryId, reason = 'operator' }: Target & { readonly reason?: PauseReason },
  context: CommandContext,
): Promise<RecoveryResult> =>
  change(deps, recoveryId, { type: 'PauseRecovery', reason, at: now(deps) }, context);

/** Resumes a recovery; refused while its only destination is disabled. */
export async function resumeRecovery(
  deps: Deps,
  { recoveryId }: Target,
  context: CommandContext,
): Promise<RecoveryResult> {
  const { state } = await deps.aggregates.load(recovery, streamOf.recovery(recoveryId));
  if (!state.exists || state.accountId !== context.accountId) return notFound;
  const open = await recoverableTo(deps, state.action, state.selection.destinationId, state.accountId);
  if (!open.ok && state.status === 'paused') return open;
  return change(deps, recoveryId, { type: 'ResumeRecovery', at: now(deps) }, context);
}

/** Cancels a recovery after the batch in progress. Replayed deliveries stay replayed. */
export const cancelRecovery = (
  deps: Deps,
  { recoveryId }: Target,
  context: CommandContext,
): Promise<RecoveryResult> => change(deps, recoveryId, { type: 'CancelRecovery', at: now(deps) }, context);

const now = (deps: Deps): string => deps.now().toISOString();

async function change(
  { aggregates }: Deps,
  recoveryId: string,
  command: RecoveryCommand,
  context: CommandContext,
): Promise<RecoveryResult> {
  const stream = streamOf.recovery(recoveryId);
  const { state } = await aggregates.load(recovery, stream);
  if (!state.exists || state.accountId !== context.accountId) return notFound;
  const changed = await aggregates.execute(recovery, stream, [command], context);
  if (!changed.ok) return changed;
  const { state: after, position } = changed.value;
  return after.exists ? ok({ recovery: after, position }) : notFound;
}
