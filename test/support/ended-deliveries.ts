import { delivery, type DeliveryCommand } from '../../domain/delivery/decider.ts';
import { defaultRetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { newId } from '../../log/ids.ts';
import type { TestService } from './service.ts';

/** A destination of an account; answers its id. */
export async function destinationOf(service: TestService, accountId: string): Promise<string> {
  const body = { label: 'x', url: 'https://example.com/hook' };
  const made = await service.admin('POST', `/accounts/${accountId}/destinations`, { body });
  return String(made.at('id'));
}

/** How a delivery has ended, or that it has not. */
export type End = 'pending' | 'waiting' | 'succeeded' | 'failed' | 'skipped';
let moment = Date.parse('2026-01-01T00:00:00.000Z');

interface Ended {
  readonly accountId: string;
  readonly destinationId: string;
  readonly end: End;
  /** Where in the log its event is said to be. */
  readonly position?: string | undefined;
  readonly formId?: string | undefined;
  readonly submissionId?: string | undefined;
  /** The id of its event; by default of none that is in the log. */
  readonly eventId?: string;
  /** The time of its event, ISO 8601. */
  readonly at?: string;
}

/** A delivery of a submission that was never made, a second later than the one before; answers its id. */
export async function endedDelivery(
  service: TestService,
  { accountId, destinationId, end, position = '10', formId = 'f1', submissionId = 's1', ...given }: Ended,
): Promise<string> {
  const deliveryId = newId();
  const { at = new Date((moment += 1_000)).toISOString(), eventId = newId() } = given;
  const subject = {
    deliveryId,
    accountId,
    destinationId,
    kind: 'submission.created' as const,
    formId,
    submissionId,
    source: { stream: streamOf.submission(submissionId), revision: 0, position, eventId },
    includedQuestions: [],
    publicUrl: 'https://forms.test',
    at,
  };
  const planned = { subject, isSkipped: false };
  const attempt = (status: number): Extract<DeliveryCommand, { type: 'RecordAttempt' }> => ({
    type: 'RecordAttempt',
    attempt: 1,
    startedAt: at,
    durationMs: 7,
    planned,
    at,
    outcome: { kind: 'response', status, excerpt: '' },
    schedule: defaultRetrySchedule,
    retryAfterMs: null,
    random: 0,
    // As if what succeeded were from before requests were recorded.
    ...(status !== 204 && {
      request: { url: 'https://example.com/hook', headers: { 'X-Service-Signature': 't=1,v1=00' } },
    }),
  });
  const ends: Readonly<Record<End, readonly DeliveryCommand[]>> = {
    // Skipped, and replayed: a delivery without events would need its source event.
    pending: [{ type: 'ReplayDelivery', planned: { subject, isSkipped: true }, at }],
    // For hours, by the time at which it was attempted.
    waiting: [{ ...attempt(503), retryAfterMs: 86_400_000, at: new Date().toISOString() }],
    succeeded: [attempt(204)],
    failed: [attempt(404)],
    skipped: [{ type: 'SkipDelivery', planned, at }],
  };
  const context = {
    accountId,
    actor: { kind: 'system', id: 'test' },
    correlationId: 't',
    causationId: 't',
  } as const;
  const done = await service.deps.aggregates.execute(
    delivery,
    streamOf.delivery(deliveryId),
    ends[end],
    context,
    { isNew: true },
  );
  if (!done.ok || done.value.position === null) throw new Error('not made');
  service.note(done.value.position);
  return deliveryId;
}
