import {
  binaryEvent,
  type EventStoreDBClient,
  MaxAppendSizeExceededError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { exceptionOf } from './client/index.ts';

/**
 * The bytes that an append of the service may carry: an event made of the largest body that the API accepts. Servers count
 * the name of the type and the metadata as well, and accept 1 MiB by default or more.
 */
export const neededAppendSize = 1024 * 1024 - 4 * 1024;

/** No stream has this revision. */
const impossibleRevision = 2n ** 62n;

/** A setting of the event store that is lower than the service needs. */
export type TooSmallLimit =
  { readonly setting: 'MaxAppendSize'; readonly bytes: number } | { readonly setting: 'MaxAppendEventSize' };

/** So many events of one append, or one alone, are as large as asked. */
const probes = [16, 1];

/**
 * Asks an event store whether an append may carry `size` bytes, in several events or in one. The server checks the size first
 * and then refuses the append for its expected revision, so that nothing is written.
 * @returns the limit that is lower, otherwise null
 * @throws any other error of the client
 */
export async function appendLimitBelow(
  client: EventStoreDBClient,
  stream: string,
  size: number,
  deadline: number,
): Promise<TooSmallLimit | null> {
  for (const count of probes) {
    const data = new Uint8Array(Math.floor(size / count));
    const events = Array.from({ length: count }, () => binaryEvent({ type: '$formlog-size', data }));
    try {
      await client.appendToStream(stream, events, { expectedRevision: impossibleRevision, deadline });
    } catch (error) {
      const limit = limitIn(error);
      if (limit) return limit;
      if (!(error instanceof WrongExpectedVersionError)) throw error;
    }
  }
  return null;
}

function limitIn(error: unknown): TooSmallLimit | null {
  if (error instanceof MaxAppendSizeExceededError)
    return { setting: 'MaxAppendSize', bytes: error.maxAppendSize };
  // The limit of KurrentDB 25 and later on each event, which the client does not know.
  const isOfEvent =
    error instanceof UnknownError && eventLimit.test(`${error.message} ${exceptionOf(error._raw)}`);
  return isOfEvent ? { setting: 'MaxAppendEventSize' } : null;
}

const eventLimit = /MaximumAppendEventSizeExceeded|maximum-append-event-size-exceeded/;
