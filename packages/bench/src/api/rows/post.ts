import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { streamOf } from '../../../../../domain/stream-names.ts';
import { eventStoreClient } from '../../embedded/events.ts';
import { alternate, inLanes, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { connections, openClient } from '../client.ts';
import { startService } from '../service.ts';
import { submitMany } from '../submitting.ts';

const Submitted = Type.Object({ id: Type.String() });
const Stored = Type.Object({
  data: Type.Record(Type.String(), Type.Unknown()),
  metadata: Type.Record(Type.String(), Type.Unknown()),
});

/** What a submission is in the log. */
async function eventOf(client: EventStoreDBClient, submissionId: string) {
  for await (const { event } of client.readStream(streamOf.submission(submissionId)))
    return Value.Parse(Stored, event);
  throw new Error('the submission is not in the log');
}

/**
 * Submissions over HTTP at 64 connections, durable before they are answered, with all roles running, against bare
 * appends of the very event that a submission becomes: 64 in flight, each to a new stream of the same server, which
 * the service goes on following. Both are asked for from this process.
 */
export const post: Row = {
  name: 'post',
  target: atLeast(0.45),
  async run(context) {
    const service = await startService(context);
    const client = openClient(context, service);
    const log = eventStoreClient(context, service.eventstore);
    const { id } = Value.Parse(Submitted, JSON.parse(await client.submit()));
    const { data, metadata } = await eventOf(log, id);
    const append = () =>
      log.appendToStream(`bench-${randomUUID()}`, jsonEvent({ type: 'Measured', data, metadata }), {
        expectedRevision: NO_STREAM,
      });
    const count = context.scaled(10_000);
    const { value, baseline } = await alternate({
      value: () => submitMany(context, client, count),
      baseline: () => rate(count, () => inLanes(count, connections, append)),
    });
    return measured(value, baseline, 'submissions/s');
  },
};
