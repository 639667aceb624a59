import type { EventLog, Heard } from '../log/event-log.ts';
import { backOff } from '../projections/pause.ts';

/** Who hears what comes into the log. */
export interface Ear {
  /** Everything from now on is heard. */
  begun?(): void;
  heard(batch: readonly Heard[]): void;
  /** Something may have been missed, until it begins again. */
  lost?(): void;
  /** It could not be heard, and is tried again. */
  failed(error: unknown): void;
}

const most = 500;

/** Hears what comes into the log, until the signal; what was before, and what is missed, is for others to find. */
export async function hear(feed: EventLog['feed'], ear: Ear, signal: AbortSignal): Promise<void> {
  const retry = backOff(100, 5_000);
  while (!signal.aborted) {
    try {
      const place = await feed.reserve(signal);
      ear.begun?.();
      try {
        for (let batch; (batch = await place.take(most)) !== 'lost' && batch.length > 0;) {
          ear.heard(batch);
          retry.reset();
        }
      } finally {
        ear.lost?.();
        place.leave();
      }
    } catch (error) {
      ear.failed(error);
      await retry.wait(signal);
    }
  }
}
