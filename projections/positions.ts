import { caughtUp, type EventLog } from '../log/event-log.ts';
import type { Moment } from './generations.ts';
import type { Projection } from './projection.ts';

type Prefixes = Pick<Projection, 'streamPrefixes'>;

/**
 * The last position that a model is concerned with up to a moment; null where nothing happened by then. A time is
 * looked up by reading from the start: the log has no index by time.
 */
export async function positionAt(
  log: Pick<EventLog, 'subscribe'>,
  { streamPrefixes }: Prefixes,
  moment: Moment,
  signal: AbortSignal,
): Promise<bigint | null> {
  if ('position' in moment) return moment.position;
  const until = Date.parse(moment.time);
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  let last: bigint | null = null;
  try {
    for await (const item of log.subscribe({ after: null, streamPrefixes, signal: ended })) {
      if (item === caughtUp) break;
      if (item.event && item.event.recordedAt.getTime() > until) break;
      if (item.event) last = item.position;
    }
  } finally {
    over.abort();
  }
  signal.throwIfAborted();
  return last;
}

export interface Behind {
  /** Events of its streams that a model has not seen; counted up to a limit. */
  readonly events: number;
  readonly seconds: number;
}

const countLimit = 10_000;

/** How far a model is behind, as the log tells it. */
export async function behindBy(
  log: Pick<EventLog, 'subscribe'>,
  { streamPrefixes }: Prefixes,
  after: bigint | null,
  now: number,
): Promise<Behind> {
  const over = new AbortController();
  let events = 0;
  let first: Date | null = null;
  try {
    for await (const item of log.subscribe({ after, streamPrefixes, signal: over.signal })) {
      if (item === caughtUp || events === countLimit) break;
      if (!item.event) continue;
      first ??= item.event.recordedAt;
      events++;
    }
  } finally {
    over.abort();
  }
  return { events, seconds: first ? Math.max(0, (now - first.getTime()) / 1_000) : 0 };
}
