import type { ReadStore } from '../../coordination/read-store.ts';
import type { PendingMember, Purge, ScavengeMemory } from '../../log/purge-types.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import { scrub, waitUntilSettled } from '../../projections/generations/scrub.ts';
import type { ErasureQueries, ErasureView } from '../../projections/read-models/erasures/queries.ts';
import { disablePolicy } from '../disable-policy.ts';
import {
  record,
  reportBuilds,
  type ReportWait,
  runStage,
  type StageDeps,
  waitForErasuresModel,
  waitForManager,
  withDeletionLease,
} from './stage.ts';

/** What a purge of the log needs. */
export interface PurgeDeps extends Pick<StageDeps, 'leases' | 'log' | 'progress'> {
  readonly store: ReadStore;
  readonly scavenges: ScavengeMemory;
}

export interface LogPurgerDeps extends StageDeps, PurgeDeps {
  readonly aliases: Aliases;
  readonly queries: { readonly erasures: Pick<ErasureQueries, 'atStage' | 'deliveriesOf'> };
}

/** The log's members are checked even without erasures: a member that leaves is awaited later. */
const checkEveryMs = 60_000;

/**
 * Has the event store purge deleted events from the files of every member, then empties the read models. In
 * this order: a build that starts in between would read events that are deleted but not yet purged.
 */
export function runLogPurger(deps: LogPurgerDeps, signal: AbortSignal): Promise<void> {
  let checkedAt = -Infinity;
  async function checkMembers(): Promise<void> {
    if (deps.now().getTime() - checkedAt < checkEveryMs) return;
    checkedAt = deps.now().getTime();
    await deps.log.purge([], deps.scavenges);
  }
  const work = (erasures: readonly ErasureView[], reportWait: ReportWait, leading: AbortSignal) =>
    purgeLog(deps, erasures, reportWait, leading);
  return runStage('log-purger', 'log', deps, work, signal, checkMembers);
}

/**
 * Purges the oldest erasures. @returns whether some erasures advanced
 * @throws LogUnavailable, and any error of the read models
 */
async function purgeLog(
  deps: LogPurgerDeps,
  erasures: readonly ErasureView[],
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<boolean> {
  const positions = erasures.map(positionOf);
  const last = positions.reduce((most, one) => (one > most ? one : most), 0n);
  const scavenging = 'The members of the event store are asked whether they still hold deleted events.';
  // Otherwise the files would be scavenged again and again during a long build.
  await waitUntilSettled({ ...deps, onWait: reportBuilds(reportWait, 'scavenge', scavenging) }, last, signal);
  const { cleanUpTo, pending } = await purgeAfterCounting(deps, positions, reportWait, signal);
  if (pending.length > 0)
    reportWait('scavenge', describePending(pending), names(pending), pending.map(toActivity));
  const clean = erasures.filter((erasure) => positionOf(erasure) < cleanUpTo);
  if (clean.length === 0) return false;
  const emptying = 'It is being removed from the read models.';
  const submissions = clean.map(({ id }) => id);
  const deliveries = await deps.queries.erasures.deliveriesOf(submissions);
  await scrub(
    { ...deps, onWait: reportBuilds(reportWait, 'read_models', emptying) },
    { submissions, deliveries },
    last,
    signal,
  );
  const at = new Date(Math.max(deps.now().getTime(), (await deps.store.clock()).getTime())).toISOString();
  for (const { id, account_id: accountId } of clean)
    await record(deps, accountId, id, [{ type: 'ScrubErasure', submissionId: id, at }]);
  await waitForErasuresModel(deps, signal);
  return true;
}

/**
 * Purges the log once the disable policy has counted all deleted events: a failed delivery counts against
 * its destination even if its submission is erased.
 * @throws LogUnavailable; Fenced if another process has taken over
 */
export async function purgeAfterCounting(
  deps: PurgeDeps,
  positions: readonly bigint[],
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<Purge> {
  let purge: Purge = { cleanUpTo: -1n, pending: [] };
  // A long wait must not hold the deletions' lease; events deleted meanwhile are counted quickly.
  await waitForCounts(deps, reportWait, signal);
  await withDeletionLease(deps, signal, async (alone) => {
    await waitForCounts(deps, reportWait, alone);
    purge = await deps.log.purge(positions, deps.scavenges);
  });
  return purge;
}

/** Waits until the disable policy has read the log up to its head. */
async function waitForCounts(deps: PurgeDeps, reportWait: ReportWait, signal: AbortSignal): Promise<void> {
  const head = (await deps.log.head()) ?? 0n;
  await waitForManager(deps, disablePolicy(), head, signal, () =>
    reportWait(
      'health',
      `The process manager health has to read the log up to position ${head}: failed deliveries still count.`,
      ['health'],
    ),
  );
}

const positionOf = ({ deleted_position: position }: ErasureView): bigint => BigInt(position ?? 0);

export const names = (pending: readonly PendingMember[]): readonly string[] =>
  pending.map(({ member }) => member);

/** Names the members that block the others, or all of them if none does. */
export function describePending(pending: readonly PendingMember[]): string {
  const blocking = pending.filter(({ state }) => state !== 'waiting');
  const named = blocking.length > 0 ? blocking : pending;
  return named.map(({ message, since }) => `${message} Since ${since}.`).join(' ');
}

export const toActivity = (one: PendingMember) => ({ store: 'eventstore' as const, ...one });
