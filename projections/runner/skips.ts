import { streamOf } from '../../domain/stream-names.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { Projection } from '../projection.ts';

/** Returns the ids of the events that operators have made a model skip. @throws LogUnavailable */
export async function readSkips(
  log: Pick<EventLog, 'readStream'>,
  { name, skipsAlso }: Pick<Projection, 'name' | 'skipsAlso'>,
): Promise<ReadonlySet<string>> {
  const skipped = new Set<string>();
  for (const each of skipsAlso === undefined ? [name] : [name, skipsAlso])
    for await (const { event } of log.readStream(streamOf.projection(each)))
      if (event.type === 'ProjectionEventSkipped') skipped.add(event.data.eventId);
  return skipped;
}
