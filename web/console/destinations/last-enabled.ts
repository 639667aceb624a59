import { streamOf } from '../../../domain/stream-names.ts';
import type { EventLog } from '../../../log/event-log.ts';

/** Tests of a destination are events of its stream, too. */
const lookedAt = 50;

/** Returns when a destination was last enabled, ISO 8601, if that is among its last events; otherwise null. @throws LogUnavailable */
export async function lastEnabled(
  log: Pick<EventLog, 'readPage'>,
  destinationId: string,
): Promise<string | null> {
  const range = { direction: 'backwards', limit: lookedAt } as const;
  const { events } = await log.readPage(streamOf.destination(destinationId), range);
  const enabled = events.find(({ event }) => event.type === 'DestinationEnabled');
  return enabled?.event.data.at ?? null;
}
