import type { CommandDeps } from '../../commands/deps.ts';
import { closing, type ClosingCommand } from '../../domain/closing/decider.ts';
import { recordKinds } from '../../domain/closing/events.ts';
import type { Actor } from '../../domain/event.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import { waitUntilApplied } from '../../projections/generations/account-documents.ts';
import type { Queries } from '../../projections/queries/open-queries.ts';
import { placeOfClosing } from '../../projections/read-models/closings/closing-progress.ts';
import type { ClosingView } from '../../projections/read-models/closings/queries.ts';
import { type EraserDeps, runEraser } from '../erasure/run-eraser.ts';
import { reportBuilds, type ReportWait, waitForModels } from '../erasure/stage.ts';
import type { StoreCleaner } from '../erasure/store-cleaner.ts';
import { eraseStreams, type StreamEraserDeps } from './erase-streams.ts';
import {
  accountCleaner,
  type AccountPurgerDeps,
  cleanMembers,
  hideAccount,
  purgeAccount,
} from './purge-account.ts';
import { erasePendingDeliveries, removeContents, stopTraffic, type TrafficDeps } from './stop-traffic.ts';

export interface AccountEraserDeps
  extends
    Pick<CommandDeps, 'aggregates' | 'destinationGrants' | 'files' | 'log' | 'now'>,
    EraserDeps,
    StreamEraserDeps,
    AccountPurgerDeps {
  readonly queries: TrafficDeps['queries'] & Pick<Queries, 'closings' | 'erasures'>;
  /**
   * How long requests that began before the closing may still write, in ms: streams are looked for once more after that. A request
   * ends sooner.
   */
  readonly settleMs?: number;
}

const defaultSettleMs = 30_000;
const atOnce = 20;
/** The models from which the records of an account are found. */
const listing = ['closings', 'erasures', ...recordKinds];

/**
 * Erases closed accounts until the signal. One dispatcher at a time does so, under a lease. Each step is recorded in the stream of
 * the closing, and may be repeated from any point after a crash or failure.
 */
export const runAccountEraser = (deps: AccountEraserDeps, signal: AbortSignal): Promise<void> =>
  runEraser(
    deps,
    {
      name: 'account-eraser',
      model: 'closings',
      open: () => deps.queries.closings.open(atOnce),
      placeOf: placeOfClosing,
      begin() {
        const cleaner = accountCleaner(deps);
        return (closed, reportWait, leading) => advance(deps, closed, reportWait, cleaner, leading);
      },
    },
    signal,
  );

/** Takes one account through its next step. @returns whether it advanced */
async function advance(
  deps: AccountEraserDeps,
  closingView: ClosingView,
  reportWait: ReportWait,
  cleaner: StoreCleaner,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, stage } = closingView;
  switch (stage) {
    case 'deletion':
      return deleteAccount(deps, closingView, reportWait, signal);
    case 'log': {
      const at = await purgeAccount(deps, closingView, reportWait, signal);
      if (at === null) return false;
      await record(deps, id, { type: 'Scrub', at }, signal);
      return true;
    }
    case 'read_store':
      if (!(await cleanMembers(cleaner, closingView, reportWait, signal))) return false;
      await record(deps, id, { type: 'Complete', at: deps.now().toISOString() }, signal);
      return true;
    case null:
      return false;
    default:
      return stage satisfies never;
  }
}

/** Deletes everything of an account from the log, the read models and the file store. @returns whether nothing is left */
async function deleteAccount(
  deps: AccountEraserDeps,
  { id, closed_at: closedAt, started_at: startedAt }: ClosingView,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<boolean> {
  const { log, now, progress, queries, settleMs = defaultSettleMs } = deps;
  const isSettled = now().getTime() >= Date.parse(closedAt) + settleMs;
  const context = contextOf(id);
  reportWait('log', 'Its destinations are being removed.');
  await stopTraffic(deps, context);
  const head = (await log.head()) ?? 0n;
  reportWait('read_models', `The read models have to reach position ${head}.`, listing);
  await waitForModels(progress, listing, head, signal);
  const earlier = (await queries.erasures.atStage('deletion', 10_000)).some(
    ({ account_id }) => account_id === id,
  );
  if (earlier) {
    reportWait('turn', 'Earlier erasures of its submissions come first.');
    return false;
  }
  if (startedAt === null) {
    const records = await queries.closings.recordsOf(id);
    const at = now().toISOString();
    const closedBy = await closerOf(deps, id);
    const start = { type: 'StartErasure', accountId: id, closedAt, records, at } as const;
    await record(deps, id, { ...start, ...(closedBy && { closedBy }) }, signal);
  }
  const onWait = reportBuilds(reportWait, 'read_models', 'The read models have to list everything of it.');
  await waitUntilApplied({ ...deps, onWait }, head, signal);
  reportWait('log', 'Its files are being removed from the file store.');
  await removeContents(deps, id, signal);
  await erasePendingDeliveries(deps, id, signal);
  reportWait('log', 'Its events are being deleted from the log.');
  await eraseStreams(deps, context, signal);
  if (!isSettled) {
    reportWait('log', 'Requests that began before it was closed may still end.');
    return false;
  }
  await log.eraseStream(streamOf.account(id));
  const deleted = (await log.head()) ?? 0n;
  await hideAccount(deps, id, deleted, reportWait, signal);
  await record(deps, id, { type: 'Tombstone', at: now().toISOString() }, signal);
  return true;
}

/** The actor who closed an account: the closing is the last event of its stream. Undefined once the stream is deleted. */
async function closerOf(
  { log }: Pick<AccountEraserDeps, 'log'>,
  accountId: string,
): Promise<Actor | undefined> {
  const page = await unlessErased(
    log.readPage(streamOf.account(accountId), { direction: 'backwards', limit: 1 }),
  );
  const last = page?.events[0];
  return last?.event.type === 'AccountClosed' ? last.metadata.actor : undefined;
}

/** Records a step in the stream of the closing, and waits until the read model shows it. */
async function record(
  { aggregates, log, progress }: Pick<AccountEraserDeps, 'aggregates' | 'log' | 'progress'>,
  accountId: string,
  command: ClosingCommand,
  signal: AbortSignal,
): Promise<void> {
  await aggregates.execute(closing, streamOf.closing(accountId), [command], contextOf(accountId));
  const head = await log.head();
  if (head !== null) await waitForModels(progress, ['closings'], head, signal);
}

const contextOf = (accountId: string): CommandContext => ({
  accountId,
  actor: { kind: 'system', id: 'account-eraser' },
  correlationId: accountId,
  causationId: accountId,
});
