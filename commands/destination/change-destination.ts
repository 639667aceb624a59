import {
  destination,
  type DestinationCommand,
  type ExistingDestination,
} from '../../domain/destination/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;
interface Target {
  readonly destinationId: string;
}
export interface DestinationOutcome {
  readonly destination: ExistingDestination;
  readonly position: bigint | null;
}
type DestinationResult = Promise<Result<DestinationOutcome, Refusal>>;

/** Enables a destination and resets its count of failures. */
export const enableDestination = (deps: Deps, target: Target, context: CommandContext): DestinationResult =>
  changeDestination(deps, target, { type: 'EnableDestination', at: deps.now().toISOString() }, context);

/** Disables a destination on an operator's request; its further deliveries are recorded as skipped. */
export const disableDestination = (deps: Deps, target: Target, context: CommandContext): DestinationResult =>
  changeDestination(
    deps,
    target,
    { type: 'DisableDestination', reason: { kind: 'operator' }, at: deps.now().toISOString() },
    context,
  );

/** Sends a test event, also to a disabled destination; `deliveryId` becomes the id of its delivery. */
export const pingDestination = (
  deps: Deps,
  { deliveryId, ...target }: Target & { readonly deliveryId: string },
  context: CommandContext,
): DestinationResult =>
  changeDestination(
    deps,
    target,
    { type: 'PingDestination', deliveryId, at: deps.now().toISOString() },
    context,
  );

/** Removes a destination for good, and releases its grant. */
export async function removeDestination(
  deps: Deps & Pick<CommandDeps, 'destinationGrants'>,
  target: Target,
  context: CommandContext,
): DestinationResult {
  const since = await deps.destinationGrants.revisionOf(context.accountId);
  const command = { type: 'RemoveDestination', at: deps.now().toISOString() } as const;
  const removed = await changeDestination(deps, target, command, context);
  if (removed.ok) await deps.destinationGrants.releaseGrant(target.destinationId, since, context);
  return removed;
}

/** Runs a command on a destination of the context's account. */
export async function changeDestination(
  { aggregates }: Deps,
  { destinationId }: Target,
  command: DestinationCommand,
  context: CommandContext,
): DestinationResult {
  const stream = streamOf.destination(destinationId);
  const { state } = await aggregates.load(destination, stream);
  if (!state.exists || state.accountId !== context.accountId) return notFound;
  const changed = await aggregates.execute(destination, stream, [command], context);
  if (!changed.ok) return changed;
  const { state: now, position } = changed.value;
  return now.exists ? ok({ destination: now, position }) : notFound;
}
