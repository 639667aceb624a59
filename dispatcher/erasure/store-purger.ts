import type { ErasureView } from '../../projections/read-models/erasures/queries.ts';
import { scrubbedAt } from './member-cleaner.ts';
import { record, type ReportWait, runStage, type StageDeps, waitForErasuresModel } from './stage.ts';
import { reportObstacles, StoreCleaner, type StoreCleaningDeps } from './store-cleaner.ts';

export interface StorePurgerDeps extends StageDeps, StoreCleaningDeps {}

/**
 * Compacts every MongoDB member, so that emptied documents leave its files, and waits until the answers have
 * left each member's oplog: it holds every insert in full until it rolls over, and nothing can be deleted
 * from it.
 */
export function runStorePurger(deps: StorePurgerDeps, signal: AbortSignal): Promise<void> {
  const cleaner = new StoreCleaner(deps);
  const work = (erasures: readonly ErasureView[], reportWait: ReportWait, leading: AbortSignal) =>
    purge(deps, cleaner, erasures, reportWait, leading);
  return runStage('store-purger', 'read_store', deps, work, signal);
}

/** @returns whether some of the erasures were completed */
async function purge(
  deps: StorePurgerDeps,
  cleaner: StoreCleaner,
  erasures: readonly ErasureView[],
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<boolean> {
  const last = erasures.map(scrubbedAt).reduce((most, one) => (one > most ? one : most), '');
  const obstaclesOf = await cleaner.clean(last, reportWait, signal);
  const isOpen = (erasure: ErasureView): boolean => obstaclesOf(erasure).length > 0;
  const open = erasures.find(isOpen);
  if (open) reportObstacles(reportWait, obstaclesOf(open));
  const ended = erasures.filter((erasure) => !isOpen(erasure));
  if (ended.length === 0) return false;
  const at = deps.now().toISOString();
  for (const { id, account_id: accountId } of ended)
    await record(deps, accountId, id, [{ type: 'CompleteErasure', submissionId: id, at }]);
  await waitForErasuresModel(deps, signal);
  return true;
}
