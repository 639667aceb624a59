import { eraseTraces, traceCollections } from '../../coordination/account-traces.ts';
import { accountCollections, removeAccount } from '../../projections/generations/account-documents.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import type { ClosingView } from '../../projections/read-models/closings/queries.ts';
import type { PurgeDeps } from '../erasure/log-purger.ts';
import { scrubbedAt } from '../erasure/member-cleaner.ts';
import { purgeDeleted } from '../erasure/purge-deleted.ts';
import { reportBuilds, type ReportWait } from '../erasure/stage.ts';
import { reportObstacles, StoreCleaner } from '../erasure/store-cleaner.ts';

export interface AccountPurgerDeps extends PurgeDeps {
  readonly aliases: Aliases;
  readonly now: () => Date;
}

const nothing = { forms: [], keys: [], destinations: [] };

/**
 * Has the event store purge the deleted streams from the files of every member, then removes what is left of the account from the
 * read store: a build that ran meanwhile may have written it again.
 * @returns the time after which nothing of it was written to the read store, ISO 8601; null while members are awaited
 * @throws LogUnavailable, and any error of the read models
 */
export async function purgeAccount(
  deps: AccountPurgerDeps,
  { id, deleted_position: deleted }: Pick<ClosingView, 'deleted_position' | 'id'>,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<string | null> {
  const position = BigInt(deleted ?? 0);
  if (!(await purgeDeleted(deps, position, reportWait, signal))) return null;
  await hideAccount(deps, id, position, reportWait, signal);
  return new Date(Math.max(deps.now().getTime(), (await deps.store.clock()).getTime())).toISOString();
}

/** Removes every document of an account from the read store, once nothing can write what it read before a position. */
export async function hideAccount(
  deps: AccountPurgerDeps,
  accountId: string,
  position: bigint,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<void> {
  const onWait = reportBuilds(reportWait, 'read_models', 'It is being removed from the read models.');
  await removeAccount({ ...deps, onWait }, accountId, position, signal);
  await eraseTraces(deps.store, accountId, nothing);
}

/** Opens the cleaner of the read store's members, for accounts that were erased. */
export const accountCleaner = ({ aliases, now, store }: AccountPurgerDeps): StoreCleaner =>
  new StoreCleaner({
    aliases,
    now,
    store,
    collections: () => [...accountCollections(aliases).map(({ id }) => id), ...traceCollections],
  });

/** Compacts the members of MongoDB after the erasure of an account. @returns whether no member's files hold it any more */
export async function cleanMembers(
  cleaner: StoreCleaner,
  closing: Pick<ClosingView, 'scrubbed_at'>,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<boolean> {
  const obstaclesOf = await cleaner.clean(scrubbedAt(closing), reportWait, signal);
  const obstacles = obstaclesOf(closing);
  if (obstacles.length > 0) reportObstacles(reportWait, obstacles);
  return obstacles.length === 0;
}
