import { START, streamNameFilter } from '@eventstore/db-client';
import { caughtUp } from '../../../../../log/event-log.ts';
import { openEventStoreLog } from '../../../../../log/eventstore/eventstore-log.ts';
import { toItem } from '../../../../../log/eventstore/recorded.ts';
import { eventStoreClient } from '../../embedded/events.ts';
import { startEmbedded } from '../../embedded/servers.ts';
import { alternate, inLanes } from '../../harness/rounds.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { cpuOf, newSubmission, streamPrefix } from '../events.ts';

const inFlight = 256;
const noStream = -1;
const batchSize = 500;

/**
 * CPU of the client's process for an event of the backlog, read and decoded: by the log, against a filtered
 * subscription of the client library and the same decoding.
 */
export const read: Row = {
  name: 'read',
  target: atMost(0.9),
  async run(context) {
    const url = await startEmbedded(context, 'eventstore');
    const log = openEventStoreLog({ url });
    context.onRelease(() => log.close());
    const client = eventStoreClient(context, url);
    const count = context.scaled(50_000);
    await inLanes(count, inFlight, () => {
      const { stream, event } = newSubmission();
      return log.append(stream, noStream, [event]);
    });

    async function readByLog(): Promise<void> {
      const { signal } = new AbortController();
      const backlog = log.backlog({ after: null, streamPrefixes: [streamPrefix], signal });
      let events = 0;
      for (let batch; (batch = await backlog.take(batchSize));)
        for (const item of batch) if (item !== caughtUp && item.event) events++;
      assertAll(events, count);
    }

    async function readByClient(): Promise<void> {
      const filter = streamNameFilter({ prefixes: [streamPrefix] });
      const subscription = client.subscribeToAll({ fromPosition: START, filter });
      let events = 0;
      for await (const { event } of subscription) {
        if (event && toItem({ ...event, revision: Number(event.revision) }).event) events++;
        if (events === count) break;
      }
      await subscription.unsubscribe();
      assertAll(events, count);
    }

    const { value, baseline } = await alternate(
      { value: () => cpuOf(count, readByLog), baseline: () => cpuOf(count, readByClient) },
      3,
    );
    return measured(value, baseline, 'µs CPU');
  },
};

function assertAll(events: number, count: number): void {
  if (events !== count) throw new Error(`read ${events} of ${count} events`);
}
