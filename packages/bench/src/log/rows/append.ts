import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { openEventStoreLog } from '../../../../../log/eventstore/eventstore-log.ts';
import { eventStoreClient } from '../../embedded/events.ts';
import { startEmbedded } from '../../embedded/servers.ts';
import { alternate, inLanes } from '../../harness/rounds.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { cpuOf, newSubmission } from '../events.ts';

const inFlight = 64;
const noStream = -1;

/** CPU of the client's process for an append of a submission, 64 in flight: the log's, against the client library's. */
export const append: Row = {
  name: 'append',
  target: atMost(0.9),
  async run(context) {
    const url = await startEmbedded(context, 'eventstore');
    const log = openEventStoreLog({ url });
    context.onRelease(() => log.close());
    const client = eventStoreClient(context, url);
    const count = context.scaled(20_000);

    function appendByLog(): Promise<unknown> {
      const { stream, event } = newSubmission();
      return log.append(stream, noStream, [event]);
    }

    function appendByClient(): Promise<unknown> {
      const { stream, event } = newSubmission();
      const { type, data } = event.event;
      const record = jsonEvent({
        id: event.id,
        type,
        data,
        metadata: { ...event.metadata, schemaVersion: 1 },
      });
      return client.appendToStream(stream, record, { expectedRevision: NO_STREAM });
    }

    const { value, baseline } = await alternate(
      {
        value: () => cpuOf(count, () => inLanes(count, inFlight, appendByLog)),
        baseline: () => cpuOf(count, () => inLanes(count, inFlight, appendByClient)),
      },
      3,
    );
    return measured(value, baseline, 'µs CPU');
  },
};
