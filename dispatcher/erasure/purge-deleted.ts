import { describePending, names, purgeAfterCounting, type PurgeDeps, toActivity } from './log-purger.ts';
import type { ReportWait } from './stage.ts';

/**
 * Has the event store purge the streams that were deleted before a position from the files of every member.
 * @returns whether they are purged; false while members are awaited
 */
export async function purgeDeleted(
  deps: PurgeDeps,
  position: bigint,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<boolean> {
  reportWait('scavenge', 'The members of the event store are asked whether they still hold deleted events.');
  const { cleanUpTo, pending } = await purgeAfterCounting(deps, [position], reportWait, signal);
  if (pending.length > 0)
    reportWait('scavenge', describePending(pending), names(pending), pending.map(toActivity));
  return position < cleanUpTo;
}
