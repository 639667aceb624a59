import type { ReadStore } from '../../coordination/read-store.ts';
import { type Backlog, caughtUp, type EventLog, type RecordedEvent } from '../../log/event-log.ts';
import type { StoredLogPoint } from '../generations/generation-types.ts';
import type { Projection } from '../projection.ts';
import { openTimeMarks, type TimeMark } from './time-marks.ts';

type Prefixes = Pick<Projection, 'streamPrefixes'>;

/** The number of events between two marks. */
const markEvery = 1_000;
const marksPerWrite = 100;

/**
 * Returns the last position in the model's streams before the first event that was recorded after a time;
 * null if no event was recorded by then. The log has no index by time, so it is read from the last mark of an
 * earlier search. The first search reads from the start and leaves a mark every 1,000 events.
 */
export async function positionAt(
  { log, store }: { readonly log: Pick<EventLog, 'backlog'>; readonly store: Pick<ReadStore, 'named'> },
  { streamPrefixes }: Prefixes,
  point: StoredLogPoint,
  signal: AbortSignal,
): Promise<bigint | null> {
  if ('position' in point) return point.position;
  const end = new Date(point.time);
  const marks = openTimeMarks(store, streamPrefixes);
  const start = await marks.before(end);
  let last = start?.position ?? null;
  let latest = start?.latest ?? new Date(0);
  let sinceMark = 0;
  let pending: TimeMark[] = [];
  for await (const { position, recordedAt } of eventsOf(
    log.backlog({ after: last, streamPrefixes, signal }),
  )) {
    if (recordedAt > end) break;
    last = position;
    if (recordedAt > latest) latest = recordedAt;
    if (++sinceMark < markEvery) continue;
    sinceMark = 0;
    pending.push({ position, latest });
    if (pending.length < marksPerWrite) continue;
    await marks.store(pending);
    pending = [];
  }
  signal.throwIfAborted();
  await marks.store(pending);
  return last;
}

export interface Lag {
  /** The number of events of its streams that a model has not read, counted up to a limit. */
  readonly events: number;
  /** The age of the first of these events. */
  readonly seconds: number;
}

const countLimit = 10_000;

/** Returns how far a model lags behind the log. */
export async function lagOf(
  log: Pick<EventLog, 'backlog'>,
  { streamPrefixes }: Prefixes,
  after: bigint | null,
  now: number,
): Promise<Lag> {
  const { signal } = new AbortController();
  let events = 0;
  let first: Date | null = null;
  for await (const { recordedAt } of eventsOf(log.backlog({ after, streamPrefixes, signal }))) {
    first ??= recordedAt;
    if (++events === countLimit) break;
  }
  return { events, seconds: first ? Math.max(0, (now - first.getTime()) / 1_000) : 0 };
}

const batchSize = 200;

/** Yields the events of a backlog, and closes it when the loop over them ends. */
async function* eventsOf(backlog: Backlog): AsyncGenerator<RecordedEvent> {
  try {
    for (let batch; (batch = await backlog.take(batchSize));)
      for (const item of batch) if (item !== caughtUp && item.event) yield item.event;
  } finally {
    backlog.close();
  }
}
