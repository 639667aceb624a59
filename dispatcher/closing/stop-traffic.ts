import { inParallel } from '../../async/in-parallel.ts';
import { removeDestinations } from '../../commands/account/close-account.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { cancelRecovery } from '../../commands/recovery/change-recovery.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { Keyset, Page, PageRequest } from '../../projections/queries/keyset.ts';
import type { Queries } from '../../projections/queries/open-queries.ts';
import { type StageDeps, withDeletionLease } from '../erasure/stage.ts';

export interface TrafficDeps
  extends
    Pick<CommandDeps, 'aggregates' | 'destinationGrants' | 'files' | 'log' | 'now'>,
    Pick<StageDeps, 'leases'> {
  readonly queries: Pick<Queries, 'deliveries' | 'destinations' | 'files' | 'recoveries'>;
}

const pageSize = 200;
const parallel = 8;

/** Ends what still runs for a closed account: its destinations and its recoveries. @throws LogUnavailable */
export async function stopTraffic(deps: TrafficDeps, context: CommandContext): Promise<void> {
  const { queries } = deps;
  const { accountId } = context;
  await removeDestinations({ ...deps, destinationIdsOf: queries.destinations.idsOf }, context);
  for (const status of ['running', 'paused'] as const)
    for await (const recoveries of pagesOf((page) => queries.recoveries.list(accountId, { ...page, status })))
      for (const { id: recoveryId } of recoveries)
        await unlessErased(cancelRecovery(deps, { recoveryId }, context));
}

/**
 * Removes the contents of an account's files from the file store. The read model lists the files until their streams are deleted,
 * so that they are found again after a crash.
 * @throws FileStoreUnavailable, and any error of the read models
 */
export async function removeContents(
  { files, queries }: TrafficDeps,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  for await (const found of pagesOf((page) => queries.files.list(accountId, page))) {
    signal.throwIfAborted();
    await inParallel(parallel, found, ({ content_id: contentId }) => files.remove(contentId));
  }
}

/**
 * Deletes the streams of waiting deliveries, also of those that have no events yet: an attempt that is under way can no longer be
 * recorded.
 */
export async function erasePendingDeliveries(
  deps: TrafficDeps,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { log, queries } = deps;
  const pending = (page: PageRequest) => queries.deliveries.list(accountId, { ...page, status: 'pending' });
  for await (const found of pagesOf(pending))
    await withDeletionLease(deps, signal, () =>
      inParallel(parallel, found, ({ id }) => log.eraseStream(streamOf.delivery(id))),
    );
}

/** Yields the pages of a list. */
async function* pagesOf<T>(list: (request: PageRequest) => Promise<Page<T>>): AsyncGenerator<readonly T[]> {
  for (let after: Keyset | undefined, isOver = false; !isOver;) {
    const page: Page<T> = await list({ limit: pageSize, after });
    if (page.items.length > 0) yield page.items;
    isOver = page.next === null;
    after = page.next ?? undefined;
  }
}
