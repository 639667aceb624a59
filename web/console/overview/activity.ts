import { backOff } from '../../../async/pause.ts';
import type { EventLog, FeedItem } from '../../../log/event-log.ts';
import { openRecentEvents } from './recent-events.ts';

/** The events of a second. */
export interface Second {
  submissions: number;
  succeeded: number;
  failed: number;
}

const keptSeconds = 900;
const maxItems = 500;

/** Counts what happens, second by second, for the plots of the overview. It begins empty with the process. */
export function openActivity(now: () => Date) {
  const seconds = new Map<number, Second>();
  const since = now();
  const recent = openRecentEvents();
  const secondNow = () => Math.floor(now().getTime() / 1_000);

  function second(): Second {
    const at = secondNow();
    const known = seconds.get(at);
    if (known) return known;
    const fresh = { submissions: 0, succeeded: 0, failed: 0 };
    seconds.set(at, fresh);
    for (const old of seconds.keys()) if (old < at - keptSeconds) seconds.delete(old);
    return fresh;
  }

  return {
    since,
    recent,
    note(item: FeedItem): void {
      const recorded = item.item().event;
      if (!recorded) return;
      recent.add(recorded);
      const { event } = recorded;
      if (event.type === 'SubmissionCreated' || event.type === 'SubmissionCompleted') second().submissions++;
      if (event.type !== 'DeliveryAttempted') return;
      const { outcome } = event.data;
      const isSuccess = outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
      second()[isSuccess ? 'succeeded' : 'failed']++;
    },

    /** The last minutes up to the last full step of so many seconds, oldest first. Times are Unix seconds. */
    series(minutes: number, step: number) {
      const end = Math.floor(secondNow() / step) * step;
      const times = Array.from(
        { length: (minutes * 60) / step },
        (_, index) => end - minutes * 60 + index * step,
      );
      const sum = (from: number, name: keyof Second) =>
        Array.from({ length: step }, (_, offset) => seconds.get(from + offset)?.[name] ?? 0).reduce(
          (a, b) => a + b,
        );
      const line = (name: keyof Second) => times.map((from) => sum(from, name));
      return {
        times,
        submissions: line('submissions'),
        succeeded: line('succeeded'),
        failed: line('failed'),
      };
    },
  };
}

export type ServiceActivity = ReturnType<typeof openActivity>;

/** Follows the log's feed until the signal. What a broken feed passes over is missing in the plots alone. */
export async function followActivity(
  { feed }: Pick<EventLog, 'feed'>,
  activity: ServiceActivity,
  signal: AbortSignal,
): Promise<void> {
  const retry = backOff(100, 5_000);
  while (!signal.aborted) {
    try {
      const cursor = await feed.reserve(signal);
      try {
        for (let batch; (batch = await cursor.take(maxItems)) !== 'lost' && batch.length > 0;) {
          batch.forEach(activity.note);
          retry.reset();
        }
      } finally {
        cursor.close();
      }
    } catch {
      await retry.wait(signal);
    }
  }
}
