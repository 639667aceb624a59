import { destination } from '../../domain/destination/decider.ts';
import { type ExistingRecovery, recovery } from '../../domain/recovery/decider.ts';
import type { RecoveryAction, RecoverySelection } from '../../domain/recovery/events.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import { receiving } from '../delivery/replay-delivery.ts';
import type { CommandDeps } from '../deps.ts';
import { idOfNew } from '../keyed-streams.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { unlessDone } from '../unless-done.ts';

interface Deps extends Pick<CommandDeps, 'aggregates' | 'now' | 'newId'> {
  readonly log: Pick<EventLog, 'readStream'>;
}
type Outcome = Result<RecoveryOutcome, Refusal>;

export interface RecoveryRequest {
  readonly action: RecoveryAction;
  /** The reason for a cancellation, in the words of the person who requests it. */
  readonly note?: string | undefined;
  readonly selection: RecoverySelection;
  /** The number of matching deliveries. */
  readonly total: number;
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
): Promise<Outcome> {
  const recoveryId = await idOfNew(deps, 'recoveries', streamOf.recovery, context);
  return unlessDone(
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
  { action, note, selection, total, perSecond }: RecoveryRequest,
  recoveryId: string,
  context: CommandContext,
): Promise<Outcome> {
  const open = await recoverableTo(deps, action, selection.destinationId, context.accountId);
  if (!open.ok) return open;
  const { accountId } = context;
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

/**
 * Returns a refusal if the account does not have the destination, or if it would have to receive and is disabled or
 * removed; none if `destinationId` is null.
 */
export async function recoverableTo(
  { aggregates }: Pick<Deps, 'aggregates'>,
  action: RecoveryAction,
  destinationId: string | null,
  accountId: string,
): Promise<Result<void, Refusal>> {
  if (destinationId === null) return ok(undefined);
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists || state.accountId !== accountId) return notFound;
  if (action === 'cancel') return ok(undefined);
  const open = await receiving({ aggregates }, destinationId);
  return open.ok ? ok(undefined) : open;
}
