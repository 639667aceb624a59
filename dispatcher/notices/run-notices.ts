import { LRUCache } from 'lru-cache';
import { pause } from '../../async/pause.ts';
import { type Channel, channels } from '../../domain/notice/kinds.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { DueNoticeQueries } from '../../projections/read-models/notices/due-notices.ts';
import {
  type LeaderOptions,
  type RunOptions,
  runProjection,
  runUnderLeadership,
} from '../../projections/runner/runner.ts';
import { type AttemptDeps, attemptNotice } from './attempt-notice.ts';
import { closeDigests, type DigestDeps } from './close-digests.ts';
import { personNoticePlanner, planPersonNotices } from './person-planner.ts';
import { planNotices } from './plan-notices.ts';
import { noticePlanner } from './planner.ts';

type PlannerDeps = Pick<RunOptions<never>, 'store' | 'log' | 'progress' | 'leases' | 'logger' | 'onState'> &
  Parameters<typeof planNotices>[0];

/** Plans the notices of all events, in one process at a time, until the signal. */
export const runNoticePlanner = (deps: PlannerDeps, signal: AbortSignal): Promise<void> =>
  runProjection({
    ...deps,
    signal,
    projection: noticePlanner,
    perform: (announcements) => planNotices(deps, announcements),
  });

type PersonPlannerDeps = PlannerDeps & Parameters<typeof planPersonNotices>[0];

/** Plans the mails about changes of how people sign in, in one process at a time, until the signal. */
export const runPersonNoticePlanner = (deps: PersonPlannerDeps, signal: AbortSignal): Promise<void> =>
  runProjection({
    ...deps,
    signal,
    projection: personNoticePlanner,
    perform: (announcements) => planPersonNotices(deps, announcements),
  });

export interface SenderDeps extends AttemptDeps, DigestDeps, Omit<LeaderOptions, 'signal'> {
  readonly queue: DueNoticeQueries;
  /** The time between two reads of the queue, in milliseconds. */
  readonly idleMs?: number;
  /** How long attempts may go on after a stop, in milliseconds. */
  readonly graceMs?: number;
}

const defaultIdleMs = 1_000;
const defaultGraceMs = 5_000;
const digestEveryMs = 20_000;
const batchSize = 100;
/** The attempts under way in each channel: a mail server that stalls holds up no chat. */
const slots = 8;

/** Sends the notices that are due and closes digests, in one process at a time, until the signal. */
export const runNoticeSender = (deps: SenderDeps, signal: AbortSignal): Promise<void> =>
  runUnderLeadership('notice-sender', { ...deps, signal }, async (_, leading, progressed) => {
    const sending = new Sending(deps, endOf(signal, leading, deps.graceMs ?? defaultGraceMs));
    const checked = new Map<string, string>();
    let digestsAt = -Infinity;
    try {
      while (!leading.aborted) {
        if (performance.now() - digestsAt >= digestEveryMs) {
          digestsAt = performance.now();
          await closeDigests(deps, checked, leading);
        }
        for (const channel of channels) {
          const due = await deps.queue.due(channel, deps.now().toISOString(), batchSize);
          for (const id of due) sending.begin(id, channel);
        }
        progressed();
        deps.onState?.({ state: 'live' });
        await pause(deps.idleMs ?? defaultIdleMs, leading);
      }
    } finally {
      await sending.ended();
    }
    return 'stopped';
  });

/**
 * Ends attempts some time after a stop: a message under way that is cut off may arrive, and would be sent again. A process that
 * has lost its lease ends them at once, because another one sends now.
 */
function endOf(signal: AbortSignal, leading: AbortSignal, graceMs: number): AbortSignal {
  const end = new AbortController();
  const onEnd = () => {
    if (signal.aborted) setTimeout(() => end.abort(), graceMs).unref();
    else end.abort();
  };
  if (leading.aborted) onEnd();
  else leading.addEventListener('abort', onEnd, { once: true });
  return end.signal;
}

/** The attempts of this process that are under way. */
class Sending {
  readonly #deps: SenderDeps;
  readonly #end: AbortSignal;
  readonly #running = new Map<string, Promise<void>>();
  /** Notices whose streams are erased; their documents follow. */
  readonly #erased = new LRUCache<string, true>({ max: 10_000 });
  readonly #free: Record<Channel, number> = { mail: slots, chat: slots };

  constructor(deps: SenderDeps, end: AbortSignal) {
    this.#deps = deps;
    this.#end = end;
  }

  /** Begins the attempt of a notice, unless it is under way or no slot is free. */
  begin(id: string, channel: Channel): void {
    if (this.#running.has(id) || this.#erased.has(id) || this.#free[channel] === 0) return;
    this.#free[channel] -= 1;
    const attempt = this.#attempt(id).finally(() => {
      this.#free[channel] += 1;
      this.#running.delete(id);
    });
    this.#running.set(id, attempt);
  }

  /** Resolves once no attempt is under way. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #attempt(id: string): Promise<void> {
    try {
      await attemptNotice(this.#deps, id, this.#end);
    } catch (error) {
      if (error instanceof StreamErased) this.#erased.set(id, true);
      if (this.#end.aborted || error instanceof StreamErased) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#deps.logger.warn({ notice: id, reason }, 'a notice could not be attempted; it stays due');
    }
  }
}
