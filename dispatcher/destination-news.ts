import { streamOf } from '../domain/stream-names.ts';
import type { Ear } from './hear.ts';

/** How long what is remembered of a destination can be relied on. */
export interface DestinationNews extends Required<Omit<Ear, 'failed'>> {
  /** How old a remembered state of the stream may be, in milliseconds; 0: the log must be asked. */
  maxAgeOf(stream: string): number;
}

/** Where nobody would tell of a change: shorter than it takes to ask twice. */
export const unheardMs = 1_000;
/** Nothing is relied on for ever. */
const longestMs = 60_000;
/** A state that was read while the change came may be from before it; a read takes less than this. */
const readingMs = 1_000;

const destinations = streamOf.destination('');

/** Listens for changes of destinations, so that each need not be asked for once a second. @param clock monotonic ms */
export function openDestinationNews(clock: () => number = () => performance.now()): DestinationNews {
  let hearingSince: number | null = null;
  /** When each was last changed, the latest last. */
  const changedAt = new Map<string, number>();

  function forgetOld(now: number): void {
    for (const [stream, at] of changedAt) {
      if (now - at <= longestMs + readingMs) return;
      changedAt.delete(stream);
    }
  }

  return {
    maxAgeOf(stream) {
      if (hearingSince === null) return unheardMs;
      const now = clock();
      const changed = changedAt.get(stream);
      if (changed !== undefined) return Math.min(longestMs, Math.max(0, now - changed - readingMs));
      return Math.min(longestMs, Math.max(unheardMs, now - hearingSince - readingMs));
    },
    begun() {
      hearingSince = clock();
    },
    heard(batch) {
      for (const { stream } of batch) {
        if (!stream.startsWith(destinations)) continue;
        const now = clock();
        changedAt.delete(stream);
        changedAt.set(stream, now);
        forgetOld(now);
      }
    },
    lost() {
      hearingSince = null;
      changedAt.clear();
    },
  };
}
