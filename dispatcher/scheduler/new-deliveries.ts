import { backOff } from '../../async/pause.ts';
import type { EventLog, FeedItem } from '../../log/event-log.ts';
import { idAfter } from '../../projections/projection.ts';
import type { DueAttempt } from './queues/attempt-memory.ts';

/** A newly planned delivery with its due time, ISO 8601. */
type PlannedAttempt = DueAttempt & { readonly dueAt: string };

/** New events that a scheduler acts on before the read model shows them. */
export interface NewDeliveries {
  readonly planned: readonly PlannedAttempt[];
  /** The ids of changed destinations. */
  readonly changed: readonly string[];
}

const maxItems = 500;

/**
 * Follows the log's feed for new deliveries until the signal, so that their first attempt need not wait for
 * the read model. The read model shows a delivery that is missed here.
 * @param onFailure called when the feed fails, before each retry
 */
export async function followNewDeliveries(
  { feed }: Pick<EventLog, 'feed'>,
  onDeliveries: (news: NewDeliveries) => void,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const retry = backOff(100, 5_000);
  while (!signal.aborted) {
    try {
      const cursor = await feed.reserve(signal);
      try {
        for (let batch; (batch = await cursor.take(maxItems)) !== 'lost' && batch.length > 0;) {
          onDeliveries({ planned: plannedIn(batch), changed: changedIn(batch) });
          retry.reset();
        }
      } finally {
        cursor.close();
      }
    } catch (error) {
      onFailure(error);
      await retry.wait(signal);
    }
  }
}

const changedIn = (batch: readonly FeedItem[]): readonly string[] =>
  batch.flatMap(({ stream }) => idAfter('destination-', stream) ?? []);

/** A delivery with later events is not new: it was skipped at once, or the feed brings what is long past. */
function plannedIn(batch: readonly FeedItem[]): PlannedAttempt[] {
  const planned = new Map<string, PlannedAttempt>();
  for (const feedItem of batch) {
    if (!feedItem.stream.startsWith('delivery-')) continue;
    const event = eventOf(feedItem);
    if (event?.type !== 'DeliveryScheduled') {
      planned.delete(feedItem.stream);
      continue;
    }
    const { deliveryId, destinationId, dueAt } = event.data;
    planned.set(feedItem.stream, {
      deliveryId,
      destinationId,
      dueAt,
      attempt: 1,
      plannedAt: feedItem.position,
    });
  }
  return [...planned.values()];
}

/** Returns a feed item's event; null if the event is unreadable, which the read models report. */
function eventOf(feedItem: FeedItem) {
  try {
    return feedItem.read()?.event ?? null;
  } catch {
    return null;
  }
}
