import { pause } from '../../async/pause.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { loadFile } from '../../commands/file/claim-files.ts';
import { returnBytes } from '../../commands/file/file-bytes.ts';
import { dropUnnamed, expireFile } from '../../commands/file/remove-file.ts';
import type { FileContents } from '../../files/file-contents.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { FileQueries, FileView } from '../../projections/read-models/files/queries.ts';
import type { SubmissionQueries } from '../../projections/read-models/submissions/queries.ts';
import { type LeaderOptions, runUnderLeadership } from '../../projections/runner/runner.ts';
import { waitForModels } from '../erasure/stage.ts';

export interface SweeperDeps
  extends Pick<CommandDeps, 'log' | 'aggregates' | 'files' | 'now'>, Omit<LeaderOptions, 'signal'> {
  readonly contents: Pick<FileContents, 'list' | 'describe' | 'remove'>;
  readonly queries: {
    readonly files: Pick<FileQueries, 'freeBefore' | 'claimedBetween' | 'contentsAmong'>;
    readonly submissions: Pick<SubmissionQueries, 'existing'>;
  };
  readonly progress: Pick<Progress, 'waitFor' | 'waitForChange' | 'positionOf' | 'positionOfGeneration'>;
  /** How long a file waits for its submission, and an upload for its next bytes, in ms. */
  readonly fileLifetimeMs: number;
}

const batch = 200;
const longestIntervalMs = 600_000;
const shortestIntervalMs = 200;
/** A part of the service that reports nothing for a minute counts as one that stands still. */
const reportEveryMs = 20_000;

/**
 * Removes what no submission has claimed in time until the signal: files, unfinished uploads, and contents without a file. One
 * dispatcher at a time does so, under a lease. All of it follows from the log and the store, and may be repeated after a crash.
 */
export function runSweeper(deps: SweeperDeps, signal: AbortSignal): Promise<void> {
  const everyMs = Math.min(longestIntervalMs, Math.max(shortestIntervalMs, deps.fileLifetimeMs / 4));
  return runUnderLeadership('file-sweeper', { ...deps, signal }, async (_, leading, reportProgress) => {
    // Claims up to here are of submissions that exist, or did. Another process begins from the start.
    let confirmedTo = '';
    while (!leading.aborted) {
      confirmedTo = await sweep(deps, confirmedTo, leading);
      reportProgress();
      const reportLive = () => deps.onState?.({ state: 'live' });
      reportLive();
      await waitReporting(everyMs, reportLive, leading);
    }
    return 'stopped';
  });
}

/** Waits until the signal at the latest, and reports in between. */
export async function waitReporting(
  ms: number,
  report: () => void,
  signal: AbortSignal,
  everyMs = reportEveryMs,
): Promise<void> {
  for (let leftMs = ms; leftMs > 0 && !signal.aborted; leftMs -= everyMs) {
    await pause(Math.min(leftMs, everyMs), signal);
    report();
  }
}

/**
 * Sweeps once.
 * @param confirmedTo the time up to which claims need not be checked, ISO 8601
 * @returns that time after the sweep
 * @throws LogUnavailable, FileStoreUnavailable, and any error of the read models
 */
export async function sweep(deps: SweeperDeps, confirmedTo: string, signal: AbortSignal): Promise<string> {
  const { log, progress, now, fileLifetimeMs } = deps;
  const cutoff = new Date(now().getTime() - fileLifetimeMs);
  const head = await log.head();
  if (head !== null) await waitForModels(progress, ['files', 'submissions'], head, signal);
  await expireFree(deps, cutoff.toISOString(), signal);
  const confirmed = await expireAbandoned(deps, confirmedTo, cutoff.toISOString(), signal);
  await removeOrphans(deps, cutoff, signal);
  return confirmed;
}

/** Files that no submission has claimed. */
async function expireFree(deps: SweeperDeps, before: string, signal: AbortSignal): Promise<void> {
  for (let after: string | null = null, more = true; more;) {
    signal.throwIfAborted();
    const files: readonly FileView[] = await deps.queries.files.freeBefore(before, after, batch);
    for (const { id, account_id } of files) await expireFile(deps, id, contextOf(account_id, id));
    more = files.length === batch;
    after = files.at(-1)?.id ?? null;
  }
}

/** Files that were claimed for a submission which was never created, or for a change of an incomplete one that did not take place. */
async function expireAbandoned(
  deps: SweeperDeps,
  from: string,
  before: string,
  signal: AbortSignal,
): Promise<string> {
  const { queries } = deps;
  for (let place = { at: from, id: '' }; ;) {
    signal.throwIfAborted();
    const files: readonly FileView[] = await queries.files.claimedBetween(place, before, batch);
    const holders = [...new Set(files.flatMap(({ submission_id: id }) => id ?? []))];
    const existing = await queries.submissions.existing(holders);
    for (const { id, account_id, submission_id } of files) {
      if (submission_id === null) continue;
      const holder = existing.get(submission_id);
      if (!holder) await expireFile(deps, id, contextOf(account_id, id));
      else if (!holder.isComplete) await dropUnnamed(deps, id, contextOf(account_id, id));
    }
    const last = files.at(-1);
    if (!last || files.length < batch) return before;
    place = { at: last.claimed_at ?? '', id: last.id };
  }
}

/** Unfinished uploads, and contents whose file was never recorded or is gone. */
async function removeOrphans(deps: SweeperDeps, before: Date, signal: AbortSignal): Promise<void> {
  let old: string[] = [];
  for await (const { contentId, changedAt } of deps.contents.list()) {
    signal.throwIfAborted();
    if (changedAt < before) old.push(contentId);
    if (old.length < batch) continue;
    await removeUnknown(deps, old);
    old = [];
  }
  await removeUnknown(deps, old);
}

async function removeUnknown(deps: SweeperDeps, contentIds: readonly string[]): Promise<void> {
  const { contents, queries } = deps;
  const known = await queries.files.contentsAmong(contentIds);
  for (const contentId of contentIds.filter((id) => !known.has(id))) {
    const content = await contents.describe(contentId);
    const state = content && (await loadFile(deps, content.fileId));
    // The read model may be one that is being built.
    if (state?.exists && !state.isGone && state.received.contentId === contentId) continue;
    await contents.remove(contentId);
    // Its process died after reserving its bytes, before recording it.
    if (content && !state?.exists) await returnReserved(deps, content.accountId, content.fileId);
  }
}

/** Returns bytes that were reserved at an unknown time of this month or the one before. */
async function returnReserved(deps: SweeperDeps, accountId: string, fileId: string): Promise<void> {
  const now = deps.now();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  for (const at of [now, before])
    await returnBytes(deps, { fileId, at: at.toISOString() }, contextOf(accountId, fileId));
}

const contextOf = (accountId: string, fileId: string): CommandContext => ({
  accountId,
  actor: { kind: 'system', id: 'file-sweeper' },
  correlationId: fileId,
  causationId: fileId,
});
