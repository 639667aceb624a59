import { streamOf } from '../../domain/stream-names.ts';
import type { EventLog } from '../../log/event-log.ts';

/** Returns the ids of the events that operators have made a model skip. @throws LogUnavailable */
export async function readSkips(
  log: Pick<EventLog, 'readStream'>,
  name: string,
): Promise<ReadonlySet<string>> {
  const skipped = new Set<string>();
  for await (const { event } of log.readStream(streamOf.projection(name)))
    if (event.type === 'ProjectionEventSkipped') skipped.add(event.data.eventId);
  return skipped;
}
