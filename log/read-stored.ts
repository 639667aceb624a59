import {
  START,
  StreamDeletedError,
  StreamNotFoundError,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { LogUnavailable, StreamErased, type StoredEvent } from './event-log.ts';
import { reading } from './reading.ts';

/**
 * The service's events after a position, up to the end of the log as it is when that is reached.
 * @param stream only those of this stream
 * @throws StreamErased, LogUnavailable
 */
export async function* readStored(
  client: EventStoreDBClient,
  { after, stream }: { readonly after: bigint | null; readonly stream?: string | undefined },
): AsyncGenerator<StoredEvent> {
  const fromPosition = after === null ? START : { commit: after, prepare: after };
  const source = stream === undefined ? client.readAll({ fromPosition }) : client.readStream(stream);
  try {
    for await (const { event } of reading(source)) {
      // What the event store itself writes begins with a dollar.
      if (!event?.position || event.streamId.startsWith('$') || event.type.startsWith('$')) continue;
      const position = event.position.commit;
      if (after !== null && position <= after) continue;
      yield {
        ...{ id: event.id, type: event.type, stream: event.streamId, revision: Number(event.revision) },
        ...{ position, recordedAt: event.created, data: event.data, metadata: event.metadata },
      };
    }
  } catch (error) {
    if (error instanceof StreamNotFoundError) return;
    if (error instanceof StreamDeletedError) throw new StreamErased(stream ?? '');
    throw new LogUnavailable(error);
  }
}
