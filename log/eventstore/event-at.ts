import { FORWARDS, UnknownError, type EventStoreDBClient } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { timeLimit } from '../../async/time-limit.ts';
import type { EventIdentity } from '../event-position.ts';
import { LogUnavailable } from '../log-errors.ts';
import { fromLeader } from './reads.ts';

/** A read may be lost without an error, for example while its connection is replaced. */
const defaultLimitMs = 10_000;

/**
 * Reads the identity of the event at exactly this position from the leader; null if there is none.
 * @param limitMs the time after which an event that has not arrived counts as failed, in milliseconds
 * @throws LogUnavailable
 */
export async function eventAt(
  client: Pick<EventStoreDBClient, 'readAll'>,
  position: bigint,
  limitMs = defaultLimitMs,
): Promise<EventIdentity | null> {
  const late = (): never => {
    throw new Error(`no event within ${limitMs} ms`);
  };
  try {
    return await timeLimit(read(client, position, limitMs), limitMs, late);
  } catch (error) {
    if (isInsideRecord(error)) return null;
    throw new LogUnavailable(error);
  }
}

async function read(
  client: Pick<EventStoreDBClient, 'readAll'>,
  position: bigint,
  deadline: number,
): Promise<EventIdentity | null> {
  const fromPosition = { commit: position, prepare: position };
  const options = { direction: FORWARDS, fromPosition, maxCount: 1, deadline } as const;
  let found: EventIdentity | null = null;
  for await (const { event } of fromLeader((leader) => client.readAll({ ...options, ...leader })))
    if (event?.position.commit === position) found = { position, id: event.id, stream: event.streamId };
  return found;
}

/** EventStoreDB refuses to read from within a record; 23.10 does so without a reason. */
const isInsideRecord = (error: unknown): boolean =>
  error instanceof UnknownError && (error.code === status.INVALID_ARGUMENT || error.code === status.UNKNOWN);
