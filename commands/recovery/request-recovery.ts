import { type ExistingRecovery, recovery } from '../../domain/recovery/decider.ts';
import type { RecoveryAction, RecoverySelection } from '../../domain/recovery/events.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { CommandDeps } from '../deps.ts';
import { idOfNew } from '../keyed-streams.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { runOnce } from '../run-once.ts';
import { findRecoverable, type RecoverableDeps } from './find-recoverable.ts';

/** The rate of a cancellation that names none, in deliveries per second: cancelling costs receivers nothing. */
export const cancellationsPerSecond = 1_000;

interface Deps extends RecoverableDeps, Pick<CommandDeps, 'now' | 'newId'> {
  readonly log: Pick<EventLog, 'readStream'>;
}
export type RecoveryResult = Result<RecoveryOutcome, Refusal>;

export interface RecoveryRequest {
  readonly action: RecoveryAction;
  /** The reason for a cancellation, in the words of the person who requests it. */
  readonly note?: string | undefined;
  readonly selection: RecoverySelection;
  readonly perSecond: number;
}

export interface RecoveryOutcome {
  readonly recovery: ExistingRecovery;
  readonly position: bigint | null;
}

/**
 * Requests a recovery or a cancellation of the context's account. A recovery is refused if its only destination is
 * disabled or removed, because nothing could be sent. A repeated request finds its recovery.
 */
export async function requestRecovery(
  deps: Deps,
  request: RecoveryRequest,
  context: CommandContext,
): Promise<RecoveryResult> {
  const recoveryId = await idOfNew(deps, 'recoveries', streamOf.recovery, context);
  return runOnce(
    deps,
    recovery,
    streamOf.recovery(recoveryId),
    context,
    () => begin(deps, request, recoveryId, context),
    ({ state, position }) => (state.exists ? ok({ recovery: state, position }) : notFound),
  );
}

async function begin(
  deps: Deps,
  { action, note, selection, perSecond }: RecoveryRequest,
  recoveryId: string,
  context: CommandContext,
): Promise<RecoveryResult> {
  const { accountId } = context;
  const found = await findRecoverable(deps, action, selection, accountId);
  if (!found.ok) return found;
  const { total } = found.value;
  const given = note === undefined ? {} : { note };
  const at = deps.now().toISOString();
  const requested = await deps.aggregates.execute(
    recovery,
    streamOf.recovery(recoveryId),
    [{ type: 'RequestRecovery', recoveryId, accountId, action, ...given, selection, total, perSecond, at }],
    context,
    { isNew: true },
  );
  if (!requested.ok) return requested;
  const { state, position } = requested.value;
  return state.exists ? ok({ recovery: state, position }) : notFound;
}
