import { inParallel } from '../../async/in-parallel.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { DeliveryQueries } from '../../projections/read-models/deliveries/queries.ts';
import type { ErasureView } from '../../projections/read-models/erasures/queries.ts';
import { planner } from '../planner/planner.ts';
import {
  record,
  type ReportWait,
  runStage,
  type StageDeps,
  waitForErasuresModel,
  waitForManager,
  waitForModels,
  withDeletionLease,
} from './stage.ts';

export interface EraserDeps extends StageDeps {
  readonly store: ReadStore;
  readonly queries: StageDeps['queries'] & { readonly deliveries: Pick<DeliveryQueries, 'list'> };
}

const parallelErasures = 16;

/** Deletes the streams of erased submissions and of their deliveries. */
export const runEraser = (deps: EraserDeps, signal: AbortSignal): Promise<void> =>
  runStage(
    'eraser',
    'deletion',
    deps,
    async (erasures, reportWait, leading) => {
      await deleteAll(deps, erasures, reportWait, leading);
      return true;
    },
    signal,
  );

/**
 * Deletes first the streams of the submissions, so that no further delivery is planned for them; then the
 * streams of their deliveries.
 * @throws LogUnavailable, and any error of the read models
 */
async function deleteAll(
  deps: EraserDeps,
  erasures: readonly ErasureView[],
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<void> {
  const { log, progress } = deps;
  reportWait('log', 'Its events are being deleted from the log.');
  await withDeletionLease(deps, signal, () =>
    inParallel(parallelErasures, erasures, ({ id }) => log.eraseStream(streamOf.submission(id))),
  );
  const end = (await log.head()) ?? 0n;
  // Past this position no delivery is planned for them, and every planned one is in the log.
  reportWait(
    'planner',
    `The planner has to reach position ${end}: it may still plan deliveries of the submission.`,
    ['planner'],
  );
  await waitForManager(deps.store, planner, end, signal);
  const planned = (await log.head()) ?? end;
  reportWait('read_models', behindMessage(['deliveries'], planned), ['deliveries']);
  await waitForModels(progress, ['deliveries'], planned, signal);
  reportWait('log', 'Its deliveries are being deleted from the log.');
  await withDeletionLease(deps, signal, (alone) =>
    inParallel(parallelErasures, erasures, (erasure) => deleteDeliveries(deps, erasure, alone)),
  );
  const deleted = (await log.head()) ?? end;
  const models = ['submissions', 'deliveries', 'erasures'];
  reportWait('read_models', behindMessage(models, deleted), models);
  await waitForModels(progress, models, deleted, signal);
  const at = deps.now().toISOString();
  for (const { id, account_id: accountId } of erasures)
    await record(deps, accountId, id, [{ type: 'TombstoneErasure', submissionId: id, at }]);
  await waitForErasuresModel(deps, signal);
}

const behindMessage = (models: readonly string[], position: bigint): string =>
  `The read models ${models.join(', ')} have to reach position ${position}.`;

async function deleteDeliveries(deps: EraserDeps, erasure: ErasureView, signal: AbortSignal): Promise<void> {
  const { id: submissionId, account_id: accountId } = erasure;
  const ids = await deliveriesOf(deps, erasure, signal);
  // The read model shows them until the erasure is recorded, so that they are found again after a crash.
  for (const id of ids) await deps.log.eraseStream(streamOf.delivery(id));
  const at = deps.now().toISOString();
  const commands = ids.map(
    (deliveryId) => ({ type: 'EraseDelivery', deliveryId, submissionId, at }) as const,
  );
  if (commands.length > 0) await record(deps, accountId, submissionId, commands);
}

/** Returns the ids of a submission's deliveries. */
async function deliveriesOf(
  { queries }: EraserDeps,
  { id: submissionId, account_id: accountId }: ErasureView,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after, more = true; more;) {
    signal.throwIfAborted();
    const page = await queries.deliveries.list(
      accountId,
      { submissionId, limit: 200, after },
      { withErased: true },
    );
    ids.push(...page.items.map(({ id }) => id));
    more = page.next !== null;
    after = page.next ?? undefined;
  }
  return ids;
}
