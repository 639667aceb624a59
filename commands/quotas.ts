import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { account } from '../domain/account/decider.ts';
import { quota, type Counted } from '../domain/quota/decider.ts';
import type { QuotaEvent } from '../domain/quota/events.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import { monthOf, nextMonth } from '../domain/time.ts';
import type { CommandContext, ExecuteOptions } from '../log/aggregates.ts';
import { StreamErased } from '../log/event-log.ts';
import { coalesce } from './coalesce.ts';
import type { CoreDeps } from './core-deps.ts';
import { planNamed } from './plans.ts';
import { notFound, type Refusal } from './refusal.ts';

export interface Quotas {
  /** Counts a submission against the month of `at`, in one append with those of the same account that wait. */
  reserve(submission: Counted, at: string, context: CommandContext): Promise<Result<void, Refusal>>;
  /** Takes back what `reserve` counted, for a submission that was not made. */
  release(submission: Counted, at: string, context: CommandContext): Promise<void>;
}

/** From reserving to submitting takes milliseconds; what is older belongs to a process that died. */
const graceMs = 120_000;
const reconcileEveryMs = 600_000;
const readsAtOnce = 16;
/** How long a refused request waits for that; it goes on behind, for those that come later. */
const patienceMs = 1_000;

interface Reservation {
  readonly submission: Counted;
  readonly limit: number | null;
  readonly at: string;
  readonly context: CommandContext;
}

/** How often a submission is counted. */
interface Open extends Counted {
  readonly times: number;
}

/** Monthly submissions, counted in a stream of each account and month. */
export function openQuotas({ log, aggregates, plans, now }: CoreDeps): Quotas {
  const reconciled = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: reconcileEveryMs });
  /** Up to which revision each stream was looked through: what is before it is settled for good. */
  const settledTo = new LRUCache<string, number>({ max: 10_000 });
  const reserveTogether = coalesce(reserveAll);

  async function reserve(submission: Counted, at: string, context: CommandContext) {
    const { state } = await aggregates.load(account, streamOf.account(context.accountId), 1_000);
    if (!state.exists) return notFound;
    const limit = planNamed(plans, state.plan).submissions_per_month;
    const stream = streamOf.quota(context.accountId, monthOf(at));
    const reservation: Reservation = { submission, limit, at, context };
    const reserved = await reserveTogether(stream, reservation);
    if (reserved.ok || reserved.error.code !== 'quota_exceeded') return reserved;
    const mayFit = await Promise.race([
      reconcileOnce(stream, context),
      delay(patienceMs, false, { ref: false }),
    ]);
    return mayFit ? reserveTogether(stream, reservation) : reserved;
  }

  async function reserveAll(stream: string, reservations: readonly [Reservation, ...Reservation[]]) {
    // All of one account and month, and of the same moment: the first speaks for all.
    const [{ limit, at, context }] = reservations;
    const submissions = reservations.map(({ submission }) => submission);
    const command = { type: 'ReserveSubmissions', submissions, limit, at } as const;
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
    return ({ submission: { submissionId } }: Reservation): Result<void, Refusal> =>
      granted.has(submissionId) ? ok(undefined) : refused;
  }

  async function release(submission: Counted, at: string, context: CommandContext): Promise<void> {
    await releaseAll(streamOf.quota(context.accountId, monthOf(at)), [submission], context);
  }

  /** @returns false where the stream is not as it is expected to be */
  async function releaseAll(
    stream: string,
    submissions: readonly Counted[],
    context: CommandContext,
    expected: ExecuteOptions = {},
  ): Promise<boolean> {
    const command = { type: 'ReleaseSubmissions', submissions, at: now().toISOString() } as const;
    return (await aggregates.execute(quota, stream, [command], context, expected)).ok;
  }

  function reconcileOnce(stream: string, context: CommandContext): Promise<boolean> {
    const known = reconciled.get(stream);
    if (known) return known;
    const run = reconcile(stream, context);
    reconciled.set(stream, run);
    run.catch(() => reconciled.delete(stream));
    return run;
  }

  /**
   * Releases what processes that died have left: reservations without a submission. Each once: what another process
   * has released since they were read is looked at again.
   * @returns whether one more submission may fit now
   */
  async function reconcile(stream: string, context: CommandContext): Promise<boolean> {
    for (let hasMoved = false; ; hasMoved = true) {
      const { counts: open, end, last } = await openReservations(stream, settledTo.get(stream) ?? 0);
      const leaked = await leakedOf(open);
      const isNone = leaked.length === 0;
      if (!isNone && !(await releaseAll(stream, leaked, context, { expectedRevision: last }))) continue;
      settledTo.set(stream, end);
      return hasMoved || !isNone;
    }
  }

  /** A submission for each time that it is counted and not there. */
  async function leakedOf(open: readonly Open[]): Promise<Counted[]> {
    const leaked: Counted[] = [];
    for (let at = 0; at < open.length; at += readsAtOnce) {
      const batch = open.slice(at, at + readsAtOnce);
      const excess = await Promise.all(
        batch.map(async ({ times, ...submission }) =>
          Array<Counted>(times - ((await isSubmitted(submission.submissionId)) ? 1 : 0)).fill(submission),
        ),
      );
      leaked.push(...excess.flat());
    }
    return leaked;
  }

  /**
   * How often each submission is counted from a revision on, by reservations past the time of grace.
   * @returns `end`: the revision of the first that is not, where the next look begins; `last`: that of the last event
   */
  async function openReservations(stream: string, from: number) {
    const before = new Date(now().getTime() - graceMs).toISOString();
    const counts = new Map<string, Open>();
    const count = ({ submissionIds, formId }: QuotaEvent['data'], change: 1 | -1) => {
      for (const submissionId of submissionIds) {
        const times = (counts.get(submissionId)?.times ?? 0) + change;
        counts.set(submissionId, { submissionId, formId, times });
      }
    };
    let last = from - 1;
    let end: number | undefined;
    for await (const { event, revision } of log.readStream(stream, from)) {
      last = revision;
      if (event.type === 'SubmissionQuotaReserved') {
        if (event.data.at < before && end === undefined) count(event.data, 1);
        else end ??= revision;
      }
      if (event.type === 'SubmissionQuotaReleased') count(event.data, -1);
    }
    return { counts: [...counts.values()].filter(({ times }) => times > 0), end: end ?? last + 1, last };
  }

  /** One that is erased was submitted. */
  async function isSubmitted(id: string): Promise<boolean> {
    try {
      return (await log.readEvent(streamOf.submission(id), 0)) !== null;
    } catch (error) {
      if (error instanceof StreamErased) return true;
      throw error;
    }
  }

  return { reserve, release };
}
