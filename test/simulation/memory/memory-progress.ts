import { setTimeout as delay } from 'node:timers/promises';
import type { Progress } from '../../../projections/progress/progress.ts';
import type { Random } from '../random.ts';
import type { MemoryLog } from './memory-log.ts';
import type { MemoryStore } from './memory-store.ts';

const minute = 60_000;
/** A projector that begins at the start shows old states for a while. */
const maxEvents = 10;
const longestBatchMs = 500;
const longestIdleMs = 60 * minute;
/** Something is overdue, and is looked at this often: a receiver hangs, or nobody holds its shard. */
const overdueMs = 60_000;

/**
 * A projector of the models that a runner of this world does not follow: it takes what the log holds into the read store,
 * a little later or much later.
 */
export async function runProjector(
  {
    log,
    store,
    random,
    isCalm,
    stalls,
  }: {
    log: MemoryLog;
    store: MemoryStore;
    random: Random;
    isCalm: () => boolean;
    /** How likely it is to stand still for minutes after some work. */
    stalls: number;
  },
  onApplied: () => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const places = log.after(store.position()).slice(0, maxEvents);
    for (const { event, position } of places)
      if (event) store.applyOthers(event);
      else store.pass(position);
    if (places.length > 0) onApplied();
    else await log.changed(signal);
    const defaultMs = random.between(1, places.length === maxEvents ? longestBatchMs : 30);
    await delay(!isCalm() && random.chance(stalls) ? random.between(1, 20) * minute : defaultMs);
  }
}

export type MemoryProgress = Pick<
  Progress,
  'waitFor' | 'waitForChange' | 'positionOf' | 'positionOfGeneration'
> & {
  /** The read store holds more than before. */
  noteApplied(): void;
};

/**
 * Tells when the read models change. Polls that would find nothing are left out: whoever waits is woken when
 * something changes or becomes due, so that months need not pass in steps of a quarter of a second.
 */
export function openMemoryProgress(store: MemoryStore, now: () => Date): MemoryProgress {
  const waiting = new Set<() => void>();

  /** Until something is applied, the time is over, or the signal. */
  function wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(end);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      waiting.add(end);
      signal?.addEventListener('abort', end);
    });
  }

  function idleMs(name: string, timeoutMs: number): number {
    if (name === 'erasures') return longestIdleMs;
    const at = now().toISOString();
    let idle = longestIdleMs;
    let next: string | null = null;
    for (const { dueAt } of store.pending())
      if (dueAt <= at) idle = Math.min(idle, Math.max(timeoutMs, overdueMs));
      else if (next === null || dueAt < next) next = dueAt;
    if (next !== null) idle = Math.min(idle, Date.parse(next) - Date.parse(at) + 1);
    return Math.max(timeoutMs, idle);
  }

  return {
    noteApplied() {
      for (const end of [...waiting]) end();
    },
    positionOf: store.positionOf,
    positionOfGeneration: () => null,
    async waitFor(names, position, timeoutMs, signal) {
      const until = now().getTime() + timeoutMs;
      const isThere = () => names.every((name) => store.positionOf(name) >= position);
      while (!isThere() && now().getTime() < until && !signal?.aborted)
        await wait(until - now().getTime(), signal);
      return isThere();
    },
    async waitForChange(name, position, timeoutMs, signal) {
      const isChanged = () => store.changedAt(name) > position;
      // The scheduler asks for less than its usual time when a lane says that something rests until then.
      const until =
        now().getTime() + (name === 'deliveries' && timeoutMs < 250 ? timeoutMs : idleMs(name, timeoutMs));
      while (!isChanged() && now().getTime() < until && !signal?.aborted)
        await wait(until - now().getTime(), signal);
      return isChanged();
    },
  };
}
