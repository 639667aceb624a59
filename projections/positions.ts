import { caughtUp, type Backlog, type EventLog, type RecordedEvent } from '../log/event-log.ts';
import type { Moment } from './generations.ts';
import type { Projection } from './projection.ts';

type Prefixes = Pick<Projection, 'streamPrefixes'>;

/**
 * The last position that a model is concerned with up to a moment; null where nothing happened by then. A time is
 * looked up by reading from the start: the log has no index by time.
 */
export async function positionAt(
  log: Pick<EventLog, 'backlog'>,
  { streamPrefixes }: Prefixes,
  moment: Moment,
  signal: AbortSignal,
): Promise<bigint | null> {
  if ('position' in moment) return moment.position;
  const until = Date.parse(moment.time);
  let last: bigint | null = null;
  for await (const { position, recordedAt } of eventsOf(
    log.backlog({ after: null, streamPrefixes, signal }),
  )) {
    if (recordedAt.getTime() > until) break;
    last = position;
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
  log: Pick<EventLog, 'backlog'>,
  { streamPrefixes }: Prefixes,
  after: bigint | null,
  now: number,
): Promise<Behind> {
  const { signal } = new AbortController();
  let events = 0;
  let first: Date | null = null;
  for await (const { recordedAt } of eventsOf(log.backlog({ after, streamPrefixes, signal }))) {
    first ??= recordedAt;
    if (++events === countLimit) break;
  }
  return { events, seconds: first ? Math.max(0, (now - first.getTime()) / 1_000) : 0 };
}

const atOnce = 200;

/** The events of a backlog, which is closed with the loop over them. */
async function* eventsOf(backlog: Backlog): AsyncGenerator<RecordedEvent> {
  try {
    for (let batch; (batch = await backlog.take(atOnce));)
      for (const item of batch) if (item !== caughtUp && item.event) yield item.event;
  } finally {
    backlog.close();
  }
}
