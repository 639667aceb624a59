import { LRUCache } from 'lru-cache';
import { account } from '../domain/account/decider.ts';
import { quota } from '../domain/quota/decider.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import { monthOf, nextMonth } from '../domain/time.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { coalesce } from './coalesce.ts';
import type { CoreDeps } from './core-deps.ts';
import { planNamed } from './plans.ts';
import { notFound, type Refusal } from './refusal.ts';

export interface Quotas {
  /** Counts a submission against the month of `at`; requests in flight for one account share one append. */
  reserve(submissionId: string, at: string, context: CommandContext): Promise<Result<void, Refusal>>;
  /** Takes back what `reserve` counted, for a submission that was not made. */
  release(submissionId: string, at: string, context: CommandContext): Promise<void>;
}

/** From reserving to submitting takes milliseconds; what is older belongs to a process that died. */
const graceMs = 120_000;
const reconcileEveryMs = 600_000;
const readsAtOnce = 16;

interface Reservation {
  readonly submissionId: string;
  readonly limit: number | null;
  readonly at: string;
  readonly context: CommandContext;
}

/** Monthly submissions, counted in a stream of each account and month. */
export function openQuotas({ log, aggregates, plans, now }: CoreDeps): Quotas {
  const reconciled = new LRUCache<string, Promise<number>>({ max: 10_000, ttl: reconcileEveryMs });
  const reserveTogether = coalesce(reserveAll);

  async function reserve(submissionId: string, at: string, context: CommandContext) {
    const { state } = await aggregates.load(account, streamOf.account(context.accountId), 1_000);
    if (!state.exists) return notFound;
    const limit = planNamed(plans, state.plan).submissions_per_month;
    const stream = streamOf.quota(context.accountId, monthOf(at));
    const reservation: Reservation = { submissionId, limit, at, context };
    const reserved = await reserveTogether(stream, reservation);
    if (reserved.ok || reserved.error.code !== 'quota_exceeded') return reserved;
    return (await reconcileOnce(stream, context)) === 0 ? reserved : reserveTogether(stream, reservation);
  }

  async function reserveAll(stream: string, reservations: readonly [Reservation, ...Reservation[]]) {
    // All of one account and month, and of the same moment: the first speaks for all.
    const [{ limit, at, context }] = reservations;
    const submissionIds = reservations.map(({ submissionId }) => submissionId);
    const command = { type: 'ReserveSubmissions', submissionIds, limit, at } as const;
    const executed = await aggregates.execute(quota, stream, [command], context);
    if (!executed.ok) return () => executed;
    const { events, state } = executed.value;
    const granted = new Set(events.flatMap(({ data }) => data.submissionIds));
    const refused = err({
      code: 'quota_exceeded',
      limit: limit ?? Infinity,
      current: state.used,
      resetsAt: nextMonth(at),
    } as const);
    return ({ submissionId }: Reservation): Result<void, Refusal> =>
      granted.has(submissionId) ? ok(undefined) : refused;
  }

  async function release(submissionId: string, at: string, context: CommandContext): Promise<void> {
    await releaseAll(streamOf.quota(context.accountId, monthOf(at)), [submissionId], context);
  }

  async function releaseAll(stream: string, submissionIds: string[], context: CommandContext): Promise<void> {
    const command = { type: 'ReleaseSubmissions', submissionIds, at: now().toISOString() } as const;
    await aggregates.execute(quota, stream, [command], context);
  }

  function reconcileOnce(stream: string, context: CommandContext): Promise<number> {
    const known = reconciled.get(stream);
    if (known) return known;
    const run = reconcile(stream, context);
    reconciled.set(stream, run);
    run.catch(() => reconciled.delete(stream));
    return run;
  }

  /** Releases what processes that died have left: reservations without a submission. Answers how many. */
  async function reconcile(stream: string, context: CommandContext): Promise<number> {
    const open = [...(await openReservations(stream))];
    const leaked: string[] = [];
    for (let at = 0; at < open.length; at += readsAtOnce) {
      const batch = open.slice(at, at + readsAtOnce);
      const excess = await Promise.all(
        batch.map(async ([id, count]) => Array<string>(count - ((await isSubmitted(id)) ? 1 : 0)).fill(id)),
      );
      leaked.push(...excess.flat());
    }
    await releaseAll(stream, leaked, context);
    return leaked.length;
  }

  /** How often each submission is counted, by reservations past the time of grace. */
  async function openReservations(stream: string): Promise<ReadonlyMap<string, number>> {
    const before = new Date(now().getTime() - graceMs).toISOString();
    const counts = new Map<string, number>();
    const count = (ids: readonly string[], change: 1 | -1) =>
      ids.forEach((id) => counts.set(id, (counts.get(id) ?? 0) + change));
    for await (const { event } of log.readStream(stream)) {
      if (event.type === 'SubmissionQuotaReserved' && event.data.at < before)
        count(event.data.submissionIds, 1);
      if (event.type === 'SubmissionQuotaReleased') count(event.data.submissionIds, -1);
    }
    return new Map([...counts].filter(([, times]) => times > 0));
  }

  const isSubmitted = async (id: string) => (await log.readEvent(streamOf.submission(id), 0)) !== null;

  return { reserve, release };
}
