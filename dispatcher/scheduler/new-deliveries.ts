import type { EventLog, FeedItem } from '../../log/event-log.ts';
import { backOff } from '../../async/pause.ts';
import { idAfter } from '../../projections/projection.ts';
import type { DueAttempt } from './destination-queues.ts';

/** A delivery that was just planned, and when it is due. */
type PlannedAttempt = DueAttempt & { readonly dueAt: string };

/** What the log says that a scheduler may act on at once. */
interface News {
  readonly planned: readonly PlannedAttempt[];
  /** Ids of destinations that were changed in any way. */
  readonly changed: readonly string[];
}

const most = 500;

/**
 * Tells of deliveries as soon as the log does, until the signal: their first attempt need not wait for the read
 * model to show them. What is missed here comes from the read model all the same.
 * @param onFailure told when the log cannot be heard, each time before another try
 */
export async function followNewDeliveries(
  { feed }: Pick<EventLog, 'feed'>,
  tell: (news: News) => void,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const retry = backOff(100, 5_000);
  while (!signal.aborted) {
    try {
      const place = await feed.reserve(signal);
      try {
        for (let batch; (batch = await place.take(most)) !== 'lost' && batch.length > 0;) {
          tell({ planned: plannedIn(batch), changed: changedIn(batch) });
          retry.reset();
        }
      } finally {
        place.leave();
      }
    } catch (error) {
      onFailure(error);
      await retry.wait(signal);
    }
  }
}

const changedIn = (batch: readonly FeedItem[]): readonly string[] =>
  batch.flatMap(({ stream }) => idAfter('destination-', stream) ?? []);

/** One that is skipped at once, for its destination is disabled, comes with its end right behind it. */
function plannedIn(batch: readonly FeedItem[]): PlannedAttempt[] {
  const planned = new Map<string, PlannedAttempt>();
  for (const heard of batch) {
    if (!heard.stream.startsWith('delivery-')) continue;
    const event = eventOf(heard);
    if (event?.type === 'DeliverySkipped') planned.delete(heard.stream);
    if (event?.type !== 'DeliveryScheduled') continue;
    const { deliveryId, destinationId, dueAt } = event.data;
    planned.set(heard.stream, { deliveryId, destinationId, dueAt, attempt: 1 });
  }
  return [...planned.values()];
}

/** What cannot be read is told where it must be read; here it is passed over. */
function eventOf(heard: FeedItem) {
  try {
    return heard.read()?.event ?? null;
  } catch {
    return null;
  }
}
