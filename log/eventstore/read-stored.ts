import {
  START,
  UnknownError,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { type StoredEvent } from '../event-log.ts';
import { LogUnavailable, StreamErased } from '../log-errors.ts';
import { fromLeader } from './reads.ts';
import type { StreamReads } from './stream-reads.ts';
import type { Stored } from './wire/recorded.ts';

interface Range {
  /** The position of the first event; null for the start of the log. */
  readonly from: bigint | null;
  /** Restricts the read to the events of this stream. */
  readonly stream?: string | undefined;
}

/**
 * Yields the service's events from a position on, up to the end of the log at the time when the read reaches
 * it.
 * @throws StreamErased, LogUnavailable
 */
export async function* readStored(
  client: EventStoreDBClient,
  reads: Pick<StreamReads, 'stored'>,
  { from, stream }: Range,
): AsyncGenerator<StoredEvent> {
  const source = stream === undefined ? readAll(client, from) : reads.stored(stream);
  try {
    for await (const event of source) {
      // The names of the event store's own events and streams begin with a dollar sign.
      if (!event.position || event.streamId.startsWith('$') || event.type.startsWith('$')) continue;
      const position = event.position.commit;
      if (from !== null && position < from) continue;
      yield {
        id: event.id,
        type: event.type,
        stream: event.streamId,
        revision: Number(event.revision),
        position,
        recordedAt: event.created,
        data: event.data,
        metadata: event.metadata,
      };
    }
  } catch (error) {
    if (error instanceof StreamErased || error instanceof LogUnavailable) throw error;
    throw new LogUnavailable(error);
  }
}

/**
 * EventStoreDB reads from a position only at the start of a record; positions from operators may lie
 * elsewhere.
 */
async function* readAll(client: EventStoreDBClient, from: bigint | null): AsyncGenerator<Stored> {
  const readFrom = (fromPosition: typeof START | { commit: bigint; prepare: bigint }) =>
    eventsIn(fromLeader((leader) => client.readAll({ fromPosition, ...leader })));
  if (from === null) {
    yield* readFrom(START);
    return;
  }
  let isEmpty = true;
  try {
    for await (const event of readFrom({ commit: from, prepare: from })) {
      isEmpty = false;
      yield event;
    }
  } catch (error) {
    if (!isEmpty || !(error instanceof UnknownError)) throw error;
    yield* readFrom(START);
  }
}

async function* eventsIn(read: AsyncIterable<AllStreamResolvedEvent>): AsyncGenerator<Stored> {
  for await (const { event } of read) if (event) yield event;
}
