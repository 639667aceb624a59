import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { Context } from '../harness/context.ts';
import { inLanes } from '../harness/rounds.ts';

/** Data of 256 bytes as JSON. */
export const eventBytes = { text: 'x'.repeat(256 - '{"text":""}'.length) };
export const eventType = 'Measured';

/** Every other stream begins with this: what filters ask for. */
export const wantedPrefix = 'submission-';
const eventsAStream = 10;

/** The stream of the n-th event that there is to read. */
export function streamOfEvent(n: number): string {
  const stream = Math.floor(n / eventsAStream);
  return `${stream % 2 === 0 ? wantedPrefix : 'form-'}${stream}`;
}

export const newEvent = () => jsonEvent({ type: eventType, data: eventBytes });

/** A client of the event store that is closed with the row. */
export function eventStoreClient(context: Context, url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  // The server may be gone before, and then this never ends.
  context.onRelease(() => void client.dispose());
  return client;
}

const inFlight = 64;

/** Stores events for reading. */
export async function storeEvents(client: EventStoreDBClient, count: number): Promise<void> {
  await inLanes(count / eventsAStream, inFlight, (lane, turn) => {
    const n = (turn * inFlight + lane) * eventsAStream;
    return client.appendToStream(streamOfEvent(n), Array.from({ length: eventsAStream }, newEvent));
  });
}

let streams = 0;

/** Appends single events at 64 in flight, each lane to a stream of its own that it knows the revision of. */
export async function appendEvents(client: EventStoreDBClient, count: number): Promise<void> {
  const first = (streams += inFlight);
  await inLanes(count, inFlight, (lane, turn) =>
    client.appendToStream(`append-${first + lane}`, newEvent(), {
      expectedRevision: turn === 0 ? 'no_stream' : BigInt(turn - 1),
    }),
  );
}
