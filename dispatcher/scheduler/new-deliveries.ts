import { backOff } from '../../async/pause.ts';
import { sourceStreams, sourceTypes } from '../../domain/delivery/plan.ts';
import type { EventLog, FeedItem, RecordedEvent } from '../../log/event-log.ts';
import { idAfter } from '../../projections/projection.ts';
import type { KnownSubscriptions } from './known-subscriptions.ts';
import type { DueAttempt } from './queues/attempt-memory.ts';

/** A newly planned delivery with its due time, ISO 8601. */
type PlannedAttempt = DueAttempt & { readonly dueAt: string; readonly plannedAt: bigint };

/** New events that a scheduler acts on before the read model shows them. */
export interface NewDeliveries {
  readonly planned: readonly PlannedAttempt[];
  /** The ids of changed destinations. */
  readonly changed: readonly string[];
  /** The ids of deliveries to which something happened. */
  readonly tried: readonly string[];
}

const maxItems = 500;

interface Listener {
  readonly onDeliveries: (news: NewDeliveries) => void;
  /** Called when events may have been missed. */
  readonly onGap: () => void;
  /** Called when the feed or the store fails. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Follows the log's feed for events with deliveries until the signal, so that their first attempt need not wait for
 * the read model. The read model shows a delivery that is missed here.
 */
export async function followNewDeliveries(
  { feed }: Pick<EventLog, 'feed'>,
  subscriptions: KnownSubscriptions,
  { onDeliveries, onGap, onFailure }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const retry = backOff(100, 5_000);
  while (!signal.aborted) {
    try {
      const cursor = await feed.reserve(signal);
      onGap();
      subscriptions.forget();
      try {
        for (let batch; (batch = await cursor.take(maxItems)) !== 'lost' && batch.length > 0;) {
          const planned = await plannedIn(batch, subscriptions).catch((error: unknown) => {
            // The changes of this batch are not known.
            subscriptions.forget();
            onFailure(error);
            return [];
          });
          onDeliveries({ planned, changed: idsIn(batch, 'destination-'), tried: idsIn(batch, 'delivery-') });
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

const idsIn = (batch: readonly FeedItem[], prefix: string): readonly string[] =>
  batch.flatMap(({ stream }) => idAfter(prefix, stream) ?? []);

/** Whether an event has deliveries or changes a destination, which the read model may not show yet. */
const decides = ({ stream, event: { type } }: RecordedEvent): boolean =>
  stream.startsWith('destination-') || sourceTypes.some((one) => one === type);

/** A delivery with events of its own is not new: the feed brings what is long past. */
async function plannedIn(
  batch: readonly FeedItem[],
  subscriptions: KnownSubscriptions,
): Promise<PlannedAttempt[]> {
  const events = batch.flatMap((feedItem) => sourceIn(feedItem, subscriptions) ?? []);
  if (events.length === 0) return [];
  await subscriptions.prepare(events.filter(decides).map(({ metadata }) => metadata.accountId));
  const tried = new Set(idsIn(batch, 'delivery-'));
  return events
    .flatMap((event) => subscriptions.take(event))
    .flatMap(({ subject: { deliveryId, destinationId, source, at }, isSkipped }) =>
      isSkipped || tried.has(deliveryId)
        ? []
        : {
            deliveryId,
            destinationId,
            dueAt: at,
            attempt: 1,
            origin: { destinationId, stream: source.stream, revision: source.revision },
            plannedAt: BigInt(source.position),
          },
    );
}

/** Returns the event of a stream that decides about deliveries; null for another, and for one that cannot be read. */
function sourceIn(feedItem: FeedItem, subscriptions: KnownSubscriptions): RecordedEvent | null {
  if (!sourceStreams.some((prefix) => feedItem.stream.startsWith(prefix))) return null;
  const { event, undecoded } = feedItem.item();
  if (undecoded?.accountId !== undefined && undecoded.accountId !== null)
    subscriptions.distrust(undecoded.accountId);
  return event;
}
