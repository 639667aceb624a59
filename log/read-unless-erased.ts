import type { EventLog, RecordedEvent } from './event-log.ts';
import { StreamErased } from './log-errors.ts';

/** Reads one event of a stream; null if it does not exist or its stream is erased. @throws LogUnavailable */
export async function readUnlessErased(
  log: Pick<EventLog, 'readEvent'>,
  stream: string,
  revision: number,
): Promise<RecordedEvent | null> {
  try {
    return await log.readEvent(stream, revision);
  } catch (error) {
    if (error instanceof StreamErased) return null;
    throw error;
  }
}
