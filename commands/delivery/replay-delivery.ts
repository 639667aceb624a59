import { delivery, type ReplayingRecovery } from '../../domain/delivery/decider.ts';
import type { ExistingDelivery } from '../../domain/delivery/state.ts';
import type { DeliverySubject } from '../../domain/delivery/subject.ts';
import { withdrawalOf } from '../../domain/delivery/withdrawal.ts';
import { destination } from '../../domain/destination/decider.ts';
import type { DestinationSettings } from '../../domain/destination/events.ts';
import { includesAll } from '../../domain/destination/question-choice.ts';
import type { AskedQuestion } from '../../domain/form/definition.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';

export type ReplayDeps = Pick<CommandDeps, 'aggregates' | 'deliveries' | 'now' | 'definitions'>;

export interface ReplayedDelivery {
  readonly delivery: ExistingDelivery;
  readonly position: bigint | null;
}

interface Replay {
  readonly deliveryId: string;
  /** The recovery that requests the replay; absent if an operator requests it. */
  readonly recovery?: ReplayingRecovery;
  /** The greatest age of the cached destination, in milliseconds. */
  readonly destinationMaxAgeMs?: number;
}

/**
 * Replays a delivery of the context's account from the start of the retry schedule: a finished delivery, or
 * one that waits for a later attempt. A delivery that is already due is not changed. A delivery is refused if
 * its destination is disabled or removed, or if it was cancelled or erased; and also if it has ended and its destination
 * no longer wants it, so that it keeps its end. (A waiting one is cancelled by its attempt.) A delivery that the recovery
 * has replayed before is returned unchanged.
 */
export async function replayDelivery(
  ...call: Parameters<typeof replay>
): Promise<Result<ReplayedDelivery, Refusal>> {
  try {
    return await replay(...call);
  } catch (error) {
    if (error instanceof StreamErased) return err({ code: 'erased' });
    throw error;
  }
}

async function replay(
  deps: ReplayDeps,
  { deliveryId, recovery, destinationMaxAgeMs = 0 }: Replay,
  context: CommandContext,
): Promise<Result<ReplayedDelivery, Refusal>> {
  const stream = streamOf.delivery(deliveryId);
  const { state, position: before, planned } = await deps.deliveries.load(deliveryId);
  if (!state.exists || state.subject.accountId !== context.accountId) return notFound;
  // Regardless of later events: a recovery replays a delivery once.
  if (recovery && state.recoveries.includes(recovery.id)) return ok({ delivery: state, position: before });
  const wanted = await wanting(deps, state, destinationMaxAgeMs);
  if (!wanted.ok) return wanted;
  const at = deps.now().toISOString();
  const command = { type: 'ReplayDelivery', ...(recovery && { recovery }), planned, at } as const;
  const replayed = await deps.aggregates.execute(delivery, stream, [command], context);
  if (!replayed.ok) return replayed;
  const { state: now, position } = replayed.value;
  return ok({ delivery: now.exists ? now : state, position });
}

/** Returns a refusal if a destination is disabled or removed. */
export async function receiving(
  { aggregates }: Pick<ReplayDeps, 'aggregates'>,
  destinationId: string,
  maxAgeMs = 0,
): Promise<Result<DestinationSettings, Refusal>> {
  const { state } = await aggregates.load(destination, streamOf.destination(destinationId), maxAgeMs);
  if (!state.exists || state.removed) return err({ code: 'destination_removed' });
  return state.enabled ? ok(state.settings) : err({ code: 'destination_disabled', destinationId });
}

/** Returns a refusal if the destination does not receive a delivery, or no longer wants one that has ended. */
async function wanting(
  deps: ReplayDeps,
  { subject, status }: ExistingDelivery,
  maxAgeMs: number,
): Promise<Result<void, Refusal>> {
  const open = await receiving(deps, subject.destinationId, maxAgeMs);
  if (!open.ok) {
    // A test is also sent to a disabled destination.
    const isTest = subject.kind === 'ping' && open.error.code === 'destination_disabled';
    return isTest ? ok(undefined) : open;
  }
  if (status === 'pending') return ok(undefined);
  const isNeeded = !includesAll(open.value) || !includesAll(subject);
  const questions = isNeeded ? await questionsOf(deps, subject) : [];
  const reason = withdrawalOf(subject, open.value, questions);
  return reason === null ? ok(undefined) : err({ code: 'no_longer_wanted', reason });
}

/** Returns the questions of a delivery's submission; none if it has no submission. */
async function questionsOf(
  { aggregates, definitions }: ReplayDeps,
  { submissionId }: DeliverySubject,
): Promise<readonly AskedQuestion[]> {
  if (submissionId === null) return [];
  // A complete submission belongs to one revision of the form.
  const { state } = await aggregates.load(submission, streamOf.submission(submissionId));
  return state.exists ? (await definitions.of(state.present.form)).questions : [];
}
