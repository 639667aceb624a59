import {
  binaryEvent,
  type EventStoreDBClient,
  MaxAppendSizeExceededError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';

/**
 * The bytes that an append of the service may carry: an event made of the largest body that the API accepts. Servers count
 * the name of the type and the metadata as well, and accept 1 MiB by default or more.
 */
export const neededAppendSize = 1024 * 1024 - 4 * 1024;

/** No stream has this revision. */
const impossibleRevision = 2n ** 62n;

/**
 * Asks an event store whether an append may carry `size` bytes. The server checks the size first and then refuses the append
 * for its expected revision, so that nothing is written.
 * @returns the limit in bytes where it is lower, otherwise null
 * @throws any other error of the client
 */
export async function appendLimitBelow(
  client: EventStoreDBClient,
  stream: string,
  size: number,
  deadline: number,
): Promise<number | null> {
  const event = binaryEvent({ type: '$formlog-size', data: new Uint8Array(size) });
  try {
    await client.appendToStream(stream, event, { expectedRevision: impossibleRevision, deadline });
  } catch (error) {
    if (error instanceof MaxAppendSizeExceededError) return error.maxAppendSize;
    if (!(error instanceof WrongExpectedVersionError)) throw error;
  }
  return null;
}
