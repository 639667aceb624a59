import { type EventStoreDBClient, streamNameFilter } from '@eventstore/db-client';
import type { Context } from '../../harness/context.ts';
import { alternate } from '../../harness/rounds.ts';
import { quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { eventStoreClient, newEvent, wantedPrefix } from '../events.ts';
import { startEmbedded, startNullEventStore } from '../servers.ts';

/** Appends one event and waits until a subscriber has it; answers the milliseconds in between. */
type Trip = () => Promise<number>;

/** A client with a live subscription like those of the read models. */
async function openTrip(context: Context, url: string): Promise<Trip> {
  const client: EventStoreDBClient = eventStoreClient(context, url);
  const arrivals = new Map<string, () => void>();
  const subscription = client.subscribeToAll({
    filter: streamNameFilter({ prefixes: [wantedPrefix], checkpointInterval: 1, maxSearchWindow: 1 }),
  });
  subscription.on('data', ({ event }) => event && arrivals.get(event.id)?.());
  await new Promise<void>((resolve) => subscription.once('confirmation', () => resolve()));
  let trips = 0;
  return async () => {
    const event = newEvent();
    const arrived = new Promise<void>((resolve) => arrivals.set(event.id, resolve));
    const begun = performance.now();
    const appended = client.appendToStream(`${wantedPrefix}live-${(trips += 1)}`, event);
    await arrived;
    const took = performance.now() - begun;
    await appended;
    arrivals.clear();
    return took;
  };
}

async function p99(count: number, trip: Trip): Promise<number> {
  const times: number[] = [];
  while (times.length < count) times.push(await trip());
  return quantile(times, 0.99);
}

/** From the call that appends to the subscriber that has the event, one at a time: the 99th percentile. */
export const live: Row = {
  name: 'live',
  target: atMost(5),
  async run(context) {
    const tested = await openTrip(context, await startEmbedded(context, 'eventstore'));
    const echoed = await openTrip(context, await startNullEventStore(context));
    const count = context.scaled(1_000);
    const { value, baseline } = await alternate({
      value: () => p99(count, tested),
      baseline: () => p99(count, echoed),
    });
    return measured(value, baseline, 'ms');
  },
};
