import { type EventStoreDBClient, streamNameFilter } from '@eventstore/db-client';
import { alternate, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { eventStoreClient, storeEvents, streamOfEvent, wantedPrefix } from '../events.ts';
import { startEmbedded, startNullEventStore } from '../servers.ts';

async function readAll(client: EventStoreDBClient, count: number): Promise<void> {
  let seen = 0;
  for await (const { event } of client.readAll({ maxCount: count })) if (event) seen += 1;
  if (seen < count) throw new Error(`read ${seen} of ${count} events`);
}

/** Follows `$all` as the read models do, until it has seen what there is. */
async function catchUp(client: EventStoreDBClient, count: number): Promise<void> {
  const subscription = client.subscribeToAll({
    filter: streamNameFilter({ prefixes: [wantedPrefix], checkpointInterval: 1, maxSearchWindow: 1000 }),
  });
  let seen = 0;
  for await (const { event } of subscription) {
    if (event) seen += 1;
    if (seen === count) break;
  }
  await subscription.unsubscribe();
}

/**
 * Reading all events, and catching up with every other one, against events that were encoded beforehand.
 * The slower of the two by its ratio counts.
 */
export const read: Row = {
  name: 'read',
  target: atLeast(0.8),
  async run(context) {
    const count = context.scaled(50_000);
    const tested = eventStoreClient(context, await startEmbedded(context, 'eventstore'));
    const fed = eventStoreClient(context, await startNullEventStore(context, count));
    await storeEvents(tested, count);
    const all = await alternate({
      value: () => rate(count, () => readAll(tested, count)),
      baseline: () => rate(count, () => readAll(fed, count)),
    });
    const wanted = Array.from({ length: count }, (_, n) => streamOfEvent(n)).filter((stream) =>
      stream.startsWith(wantedPrefix),
    ).length;
    const filtered = await alternate({
      value: () => rate(wanted, () => catchUp(tested, wanted)),
      baseline: () => rate(wanted, () => catchUp(fed, wanted)),
    });
    const results = [all, filtered].map(({ value, baseline }) => measured(value, baseline, 'events/s'));
    const [readingAll, catchingUp] = results.map(({ ratio }) => ratio.toFixed(2));
    context.log(`  readAll ${readingAll}, filtered catch-up ${catchingUp}`);
    return results.reduce((slower, result) => (result.ratio < slower.ratio ? result : slower));
  },
};
