import type { EventLog, RecordedEvent } from './event-log.ts';
import { StreamErased } from './log-errors.ts';

/** Returns what a read returns; null if the stream is erased. @throws LogUnavailable */
export async function unlessErased<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof StreamErased) return null;
    throw error;
  }
}

/** Reads one event of a stream; null if it does not exist or its stream is erased. @throws LogUnavailable */
export const readUnlessErased = (
  log: Pick<EventLog, 'readEvent'>,
  stream: string,
  revision: number,
): Promise<RecordedEvent | null> => unlessErased(log.readEvent(stream, revision));
