import { caughtUp, type Backlog, type EventLog, type RecordedEvent } from '../../log/event-log.ts';
import type { LogPoint } from '../generations/generations.ts';
import type { Projection } from '../projection.ts';
import type { ReadStore } from '../../read-store/read-store.ts';
import { openTimeMarks, type TimeMark } from './time-marks.ts';

type Prefixes = Pick<Projection, 'streamPrefixes'>;

/** So many events lie between two marks. */
const markEvery = 1_000;
const marksAtOnce = 100;

/**
 * The last position that a model is concerned with before the first event that was recorded after a moment; null where
 * nothing happened by then. The log has no index by time, so it is read from the last mark that an earlier look left;
 * the first look reads from the start, and leaves a mark each thousand events.
 */
export async function positionAt(
  { log, store }: { readonly log: Pick<EventLog, 'backlog'>; readonly store: Pick<ReadStore, 'named'> },
  { streamPrefixes }: Prefixes,
  moment: LogPoint,
  signal: AbortSignal,
): Promise<bigint | null> {
  if ('position' in moment) return moment.position;
  const until = new Date(moment.time);
  const marks = openTimeMarks(store, streamPrefixes);
  const begin = await marks.before(until);
  let last = begin?.position ?? null;
  let latest = begin?.latest ?? new Date(0);
  let unmarked = 0;
  let passed: TimeMark[] = [];
  for await (const { position, recordedAt } of eventsOf(
    log.backlog({ after: last, streamPrefixes, signal }),
  )) {
    if (recordedAt > until) break;
    last = position;
    if (recordedAt > latest) latest = recordedAt;
    if (++unmarked < markEvery) continue;
    unmarked = 0;
    passed.push({ position, latest });
    if (passed.length < marksAtOnce) continue;
    await marks.keep(passed);
    passed = [];
  }
  signal.throwIfAborted();
  await marks.keep(passed);
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
