import { inParallel } from '../../async/in-parallel.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import { modelId } from '../../projections/projection.ts';
import { deliveries } from '../../projections/read-models/deliveries/projection.ts';
import type { DeliveryQueries } from '../../projections/read-models/deliveries/queries.ts';
import type { ErasureView } from '../../projections/read-models/erasures/queries.ts';
import type { EraseFiles } from './erase-files.ts';
import {
  pollUntil,
  record,
  type ReportWait,
  runStage,
  type StageDeps,
  waitForErasuresModel,
  waitForModels,
  withDeletionLease,
} from './stage.ts';

export interface EraserDeps extends StageDeps {
  readonly aliases: Pick<Aliases, 'current'>;
  readonly queries: StageDeps['queries'] & { readonly deliveries: Pick<DeliveryQueries, 'list'> };
  /** Removes the files of erased submissions from the file store. */
  readonly eraseFiles: EraseFiles;
  /** Returns those of some accounts whose deliveries the read model holds back behind an event that it cannot apply. */
  readonly parkedAccounts: (accountIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

const parallelErasures = 16;

/** Deletes the streams of erased submissions and of their deliveries. */
export const runEraser = (deps: EraserDeps, signal: AbortSignal): Promise<void> =>
  runStage(
    'eraser',
    'deletion',
    deps,
    (erasures, reportWait, leading) => deleteAll(deps, erasures, reportWait, leading),
    signal,
  );

/**
 * Deletes the streams of the deliveries, then those of the submissions, from which deliveries are planned; then the
 * deliveries that were planned in between. A delivery without events gets a tombstone too: an attempt that is under way
 * can no longer be recorded. The erasures of an account wait while the read model holds back its events: it does not show
 * all deliveries, and would begin them after the submission is gone.
 * @returns whether some of the erasures advanced
 * @throws LogUnavailable, and any error of the read models
 */
async function deleteAll(
  deps: EraserDeps,
  erasures: readonly ErasureView[],
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<boolean> {
  const { log, progress } = deps;
  let open = erasures;
  async function deletePlanned(): Promise<void> {
    await waitForVersion(deps, reportWait, signal);
    const planned = (await log.head()) ?? 0n;
    reportWait('read_models', behindMessage(['deliveries'], planned), ['deliveries']);
    await waitForModels(progress, ['deliveries'], planned, signal);
    open = await withoutParked(deps, open, reportWait);
    if (open.length === 0) return;
    reportWait('log', 'Its deliveries are being deleted from the log.');
    await withDeletionLease(deps, signal, (alone) =>
      inParallel(parallelErasures, open, (erasure) => deleteDeliveries(deps, erasure, alone)),
    );
  }
  await deletePlanned();
  if (open.length === 0) return false;
  reportWait('log', 'Its files are being removed from the file store.');
  await deps.eraseFiles(open, signal);
  reportWait('log', 'Its events are being deleted from the log.');
  await withDeletionLease(deps, signal, () =>
    inParallel(parallelErasures, open, ({ id }) => log.eraseStream(streamOf.submission(id))),
  );
  await deletePlanned();
  if (open.length === 0) return false;
  const deleted = (await log.head()) ?? 0n;
  const models = ['submissions', 'deliveries', 'erasures'];
  reportWait('read_models', behindMessage(models, deleted), models);
  await waitForModels(progress, models, deleted, signal);
  const at = deps.now().toISOString();
  for (const { id, account_id: accountId } of open)
    await record(deps, accountId, id, [{ type: 'TombstoneErasure', submissionId: id, at }]);
  await waitForErasuresModel(deps, signal);
  return true;
}

/** Returns the erasures of accounts whose deliveries are all shown. */
async function withoutParked(
  { parkedAccounts }: EraserDeps,
  erasures: readonly ErasureView[],
  reportWait: ReportWait,
): Promise<readonly ErasureView[]> {
  const parked = await parkedAccounts([...new Set(erasures.map(({ account_id: id }) => id))]);
  if (parked.size === 0) return erasures;
  const names = [...parked].join(', ');
  const message = `The read model deliveries holds back events of ${names} behind an event that it cannot apply.`;
  reportWait('read_models', message, ['deliveries']);
  return erasures.filter(({ account_id: id }) => !parked.has(id));
}

/** An earlier version of the model does not list the deliveries that have no events yet. */
async function waitForVersion(
  { aliases }: Pick<EraserDeps, 'aliases'>,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<void> {
  const isRead = async () => aliases.current(deliveries).version === deliveries.version;
  if (await isRead()) return;
  const id = modelId(deliveries);
  reportWait('builds', `The read model ${id} has to be built: it lists the deliveries of the submission.`, [
    id,
  ]);
  await pollUntil(isRead, signal);
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
