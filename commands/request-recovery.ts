import { recovery, type ExistingRecovery } from '../domain/recovery/decider.ts';
import type { RecoverySelection } from '../domain/recovery/events.ts';
import { destination } from '../domain/destination/decider.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { EventLog } from '../log/event-log.ts';
import { derivedId } from '../log/ids.ts';
import { appendedUnder } from './support/appended-under.ts';
import type { CommandDeps } from './support/deps.ts';
import { notFound, type Refusal } from './support/refusal.ts';
import { receiving } from './replay-delivery.ts';

interface Deps extends Pick<CommandDeps, 'aggregates' | 'now' | 'newId'> {
  readonly log: Pick<EventLog, 'readStream'>;
}
type Outcome = Result<RecoveryOutcome, Refusal>;

export interface RecoveryRequest {
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
 * Requests a recovery of the context's account. Refused if its only destination is disabled or removed,
 * because nothing could be sent. An idempotency key determines the recovery's id, so that a repeated request
 * finds its recovery.
 */
export async function requestRecovery(
  deps: Deps,
  request: RecoveryRequest,
  context: CommandContext,
): Promise<Outcome> {
  const { idempotencyKey } = context;
  if (idempotencyKey === undefined) return begin(deps, request, deps.newId(), context);
  const recoveryId = derivedId('recoveries', idempotencyKey);
  const before = await requestedUnder(deps, recoveryId, idempotencyKey);
  if (before) return before;
  const requested = await begin(deps, request, recoveryId, context);
  // If refused, the earlier run may have taken place meanwhile; if not, the log may hold that run's event.
  return (await requestedUnder(deps, recoveryId, idempotencyKey)) ?? requested;
}

/** Returns the outcome of the request under this key; null if there was none. */
async function requestedUnder(
  { log }: Deps,
  recoveryId: string,
  idempotencyKey: string,
): Promise<Outcome | null> {
  const found = await appendedUnder(log, recovery, streamOf.recovery(recoveryId), idempotencyKey);
  return found?.state.exists ? ok({ recovery: found.state, position: found.position }) : null;
}

async function begin(
  deps: Deps,
  { selection, total, perSecond }: RecoveryRequest,
  recoveryId: string,
  context: CommandContext,
): Promise<Outcome> {
  const open = await recoverableTo(deps, selection.destinationId, context.accountId);
  if (!open.ok) return open;
  const { accountId } = context;
  const at = deps.now().toISOString();
  const requested = await deps.aggregates.execute(
    recovery,
    streamOf.recovery(recoveryId),
    [{ type: 'RequestRecovery', recoveryId, accountId, selection, total, perSecond, at }],
    context,
    { isNew: true, readBack: context.idempotencyKey !== undefined },
  );
  if (!requested.ok) return requested;
  const { state, position } = requested.value;
  return state.exists ? ok({ recovery: state, position }) : notFound;
}

/** Returns a refusal if the account's destination is disabled or removed; none if `destinationId` is null. */
export async function recoverableTo(
  { aggregates }: Pick<Deps, 'aggregates'>,
  destinationId: string | null,
  accountId: string,
): Promise<Result<void, Refusal>> {
  if (destinationId === null) return ok(undefined);
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists || state.accountId !== accountId) return notFound;
  const open = await receiving({ aggregates }, destinationId);
  return open.ok ? ok(undefined) : open;
}
