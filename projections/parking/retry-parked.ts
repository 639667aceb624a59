import { pause } from '../../async/pause.ts';
import { caughtUp, type EventLog, type LogItem } from '../../log/event-log.ts';
import type { Applied } from '../runner/apply-batch.ts';
import type { ParkedStore } from './parked-keys.ts';
import type { ParkedKey } from './parking.ts';

export interface RetryDeps {
  readonly log: Pick<EventLog, 'backlog'>;
  readonly streamPrefixes: readonly string[];
  readonly parked: Omit<ParkedStore, 'untilParked'>;
  /** Applies those items that belong to a parked key, as if the key were not parked. */
  readonly apply: (items: readonly LogItem[], only: string, after: bigint | null) => Promise<Applied>;
  /** Runs a task while no other batch is applied to the model. */
  readonly exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  readonly signal: AbortSignal;
}

const pageSize = 500;
const retryMs = 100;

/**
 * Retries a parked key: reads its events from the log, from the faulty event on, and applies them page by
 * page while the model processes other events. Each page is stored, so that an interrupted retry continues
 * there.
 * @returns whether the key was released
 * @throws any error of the log or the store
 */
export async function retryParked(
  { log, streamPrefixes, parked, apply, exclusively, signal }: RetryDeps,
  name: string,
): Promise<boolean> {
  async function applyPage(items: readonly LogItem[]): Promise<'released' | 'parked' | 'more'> {
    const key = parked.keys().get(name);
    if (!key) return 'released';
    const end = items.findIndex(({ position }) => position > key.through);
    const own = end === -1 ? items : items.slice(0, end);
    const applied = await apply(own, name, key.after);
    const changes = new Map<string, ParkedKey | null>(applied.parked);
    const stillParked = applied.parked.get(name);
    const last = own.at(-1)?.position ?? key.after;
    const isLast = end !== -1 || (last !== null && last >= key.through);
    const remaining = Math.max(1, key.events - (applied.belonging - (stillParked?.events ?? 0)));
    if (stillParked) changes.set(name, { ...stillParked, through: key.through, events: remaining });
    else if (isLast) changes.set(name, null);
    else
      changes.set(name, {
        ...key,
        after: last,
        from: last === null ? key.from : last + 1n,
        events: remaining,
      });
    await parked.write(changes, name);
    return stillParked ? 'parked' : isLast ? 'released' : 'more';
  }

  for (;;) {
    const key = parked.keys().get(name);
    if (!key) return true;
    const backlog = log.backlog({ after: key.after, streamPrefixes, signal });
    try {
      for (let batch; (batch = await backlog.take(pageSize));) {
        const items = batch.filter((item) => item !== caughtUp);
        const done = items.length === 0 ? 'more' : await exclusively(() => applyPage(items));
        if (done !== 'more') return done === 'released';
      }
    } finally {
      backlog.close();
    }
    if (signal.aborted) return false;
    // The end of the log was reached before the last held-back event, which was appended meanwhile.
    await pause(retryMs, signal);
  }
}
