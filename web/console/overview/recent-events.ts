import type { RecordedEvent } from '../../../log/event-log.ts';

/** The events that were appended last, as this process has seen them; the oldest is forgotten first. */
export function openRecentEvents(kept = 1_000) {
  const events: RecordedEvent[] = [];
  return {
    add(event: RecordedEvent): void {
      events.push(event);
      if (events.length > kept) events.shift();
    },
    /** The newest events that fit, newest first. */
    newest: (limit: number, fits: (event: RecordedEvent) => boolean): RecordedEvent[] =>
      events.toReversed().filter(fits).slice(0, limit),
  };
}
