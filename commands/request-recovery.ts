import { recovery, type ExistingRecovery } from '../domain/recovery/decider.ts';
import type { RecoverySelection } from '../domain/recovery/events.ts';
import { destination } from '../domain/destination/decider.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { CommandDeps } from './deps.ts';
import { notFound, type Refusal } from './refusal.ts';
import { receiving } from './replay-delivery.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now' | 'newId'>;

export interface RecoveryRequest {
  readonly selection: RecoverySelection;
  /** How many deliveries it will find. */
  readonly total: number;
  readonly perSecond: number;
}

export interface RecoveryOutcome {
  readonly recovery: ExistingRecovery;
  readonly position: bigint | null;
}

/**
 * Asks for a recovery of the context's account. Refused where it is for one destination and that is disabled or
 * removed: nothing could be sent.
 */
export async function requestRecovery(
  deps: Deps,
  { selection, total, perSecond }: RecoveryRequest,
  context: CommandContext,
): Promise<Result<RecoveryOutcome, Refusal>> {
  const open = await recoverableTo(deps, selection.destinationId, context.accountId);
  if (!open.ok) return open;
  const recoveryId = deps.newId();
  const { accountId } = context;
  const at = deps.now().toISOString();
  const requested = await deps.aggregates.execute(
    recovery,
    streamOf.recovery(recoveryId),
    [{ type: 'RequestRecovery', recoveryId, accountId, selection, total, perSecond, at }],
    context,
    { isNew: true },
  );
  if (!requested.ok) return requested;
  const { state, position } = requested.value;
  return state.exists ? ok({ recovery: state, position }) : notFound;
}

/** Whether a destination of an account receives; where there is none in question, the account's do. */
export async function recoverableTo(
  { aggregates }: Pick<Deps, 'aggregates'>,
  destinationId: string | null,
  accountId: string,
): Promise<Result<void, Refusal>> {
  if (destinationId === null) return ok(undefined);
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId));
  if (!state.exists || state.accountId !== accountId) return notFound;
  return receiving({ aggregates }, destinationId);
}
