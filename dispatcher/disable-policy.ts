import type { CommandDeps } from '../commands/deps.ts';
import type { DeliveryEvent } from '../domain/delivery/events.ts';
import { judge } from '../domain/delivery/retry-schedule.ts';
import { destination } from '../domain/destination/decider.ts';
import type { DisableReason } from '../domain/destination/events.ts';
import { streamOf } from '../domain/stream-names.ts';
import { idAfter, type ProcessManager } from '../projections/projection.ts';
import { type FailureRow, failureRows } from '../projections/queries/overview/needs-attention.ts';

export interface DisableDestination {
  readonly destinationId: string;
  readonly accountId: string;
  readonly reason: DisableReason;
  /** The event at which the limits were exceeded. */
  readonly trigger: { readonly eventId: string; readonly position: bigint };
  readonly correlationId: string;
}

/** The limits beyond which a destination is disabled. */
export interface DisableLimits {
  /** Consecutive deliveries that ran out of attempts; or */
  readonly exhaustedInRow: number;
  /** consecutive failed attempts, if at least `overMs` lie between the first and the last. */
  readonly attemptsInRow: number;
  readonly overMs: number;
}

const defaultDisableLimits: DisableLimits = {
  exhaustedInRow: 5,
  attemptsInRow: 100,
  overMs: 24 * 60 * 60_000,
};

const clear = () => null;

function afterAttempt(row: FailureRow | null, { outcome, at }: AttemptData): FailureRow | null {
  if (judge(outcome) === 'succeeded') return null;
  const { exhausted = 0, attempts = 0, failed_since = at } = row ?? {};
  return { exhausted, attempts: attempts + 1, failed_since };
}

type AttemptData = Extract<DeliveryEvent, { type: 'DeliveryAttempted' }>['data'];

/** Counts each destination's consecutive failures, and requests that it be disabled beyond the limits. */
export const disablePolicy = (
  limits: DisableLimits = defaultDisableLimits,
): ProcessManager<FailureRow, DisableDestination> => ({
  ...failureRows,
  streamPrefixes: ['delivery-', 'destination-'],
  gatherMs: 150,
  indexes: [],
  key: ({ event, stream }) => {
    switch (event.type) {
      case 'DeliveryAttempted':
      case 'DeliveryExhausted':
        return event.data.destinationId;
      default:
        return idAfter('destination-', stream);
    }
  },
  on: {
    DeliveryAttempted: (row, { event }) => afterAttempt(row, event.data),
    // A receiver's refusal (a 4xx) ends its delivery, but does not predict the next delivery's outcome.
    DeliveryExhausted: (row, { event }) =>
      row && event.data.reason === 'attempt_limit' ? { ...row, exhausted: row.exhausted + 1 } : row,
    DestinationEnabled: clear,
    DestinationRemoved: clear,
  },
  react: (row, { id: eventId, position, metadata, event }) => {
    if (event.type !== 'DeliveryAttempted' && event.type !== 'DeliveryExhausted') return [];
    const { destinationId, at } = event.data;
    const isGone = event.type === 'DeliveryExhausted' && event.data.reason === 'gone';
    const reason = isGone ? ({ kind: 'gone' } as const) : exceededLimit(limits, row, at);
    if (!reason) return [];
    const { accountId, correlationId } = metadata;
    return [{ destinationId, accountId, reason, trigger: { eventId, position }, correlationId }];
  },
});

function exceededLimit(limits: DisableLimits, row: FailureRow | null, at: string): DisableReason | null {
  if (!row) return null;
  const { exhausted, attempts, failed_since: failedSince } = row;
  const lastedMs = Date.parse(at) - Date.parse(failedSince);
  const isExceeded =
    exhausted >= limits.exhaustedInRow || (attempts >= limits.attemptsInRow && lastedMs >= limits.overMs);
  return isExceeded ? { kind: 'failures', exhausted, attempts, failedSince } : null;
}

/**
 * Disables destinations. A destination that was changed after the triggering event, for example enabled
 * again, stays enabled; its next failure triggers the policy again.
 * @throws LogUnavailable
 */
export async function disableDestinations(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  actions: readonly DisableDestination[],
): Promise<void> {
  for (const { destinationId, accountId, reason, trigger, correlationId } of actions) {
    const stream = streamOf.destination(destinationId);
    const { state, revision, position } = await aggregates.load(destination, stream);
    if (!state.exists || !state.enabled || position === null || position > trigger.position) continue;
    await aggregates.executeAt(
      destination,
      stream,
      revision,
      [{ type: 'DisableDestination', reason, at: now().toISOString() }],
      {
        accountId,
        actor: { kind: 'system', id: 'health' },
        correlationId,
        causationId: trigger.eventId,
        idempotencyKey: `disable:${trigger.eventId}`,
      },
    );
  }
}
