import { randomUUID } from 'node:crypto';
import { streamOf } from '../../domain/stream-names.ts';
import { type EventLog } from '../../log/event-log.ts';
import { ConcurrencyConflict } from '../../log/log-errors.ts';

/** No stream reaches this revision: the log responds with a conflict and writes nothing. */
const impossible = 2 ** 40;

/**
 * Tries an append that writes nothing. A log that accepts appends refuses its revision.
 * @throws LogUnavailable if the log accepts no appends
 */
export async function probeAppends({ append }: Pick<EventLog, 'append'>): Promise<void> {
  const event = {
    type: 'DeliverySkipped',
    data: { reason: 'destination_disabled', at: new Date(0).toISOString() },
  } as const;
  const metadata = {
    accountId: 'probe',
    actor: { kind: 'system', id: 'worker' },
    correlationId: 'probe',
    causationId: 'probe',
  } as const;
  try {
    await append(streamOf.delivery('probe'), impossible, [{ id: randomUUID(), event, metadata }]);
  } catch (error) {
    if (!(error instanceof ConcurrencyConflict)) throw error;
  }
}
