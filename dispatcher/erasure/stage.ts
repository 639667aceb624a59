import { backOff, pause } from '../../async/pause.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { runAsLeader } from '../../coordination/leases/leader-election.ts';
import { audit, type AuditCommand } from '../../domain/audit/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { describeUnsettled, type Unsettled } from '../../projections/generations/scrub.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import { type PositionSources, reachedPositions } from '../../projections/progress/reached-positions.ts';
import type { ActivityMember, BoardReporter } from '../../projections/progress/status-board.ts';
import { modelId } from '../../projections/projection.ts';
import type { ErasureStage } from '../../projections/read-models/erasures/projection.ts';
import {
  type ErasureQueries,
  type ErasureView,
  type ErasureWait,
  placeOf,
} from '../../projections/read-models/erasures/queries.ts';
import { type LeaderOptions, runUnderLeadership } from '../../projections/runner/runner.ts';

export interface StageDeps
  extends Pick<CommandDeps, 'log' | 'aggregates' | 'now'>, Omit<LeaderOptions, 'signal'> {
  readonly progress: Pick<Progress, 'waitFor' | 'waitForChange' | 'positionOf' | 'positionOfGeneration'>;
  readonly queries: { readonly erasures: Pick<ErasureQueries, 'atStage'> };
  /** Called with the present step and its reason to wait. */
  readonly onActivity?: BoardReporter['onActivity'];
}

export type ReportWait = (
  code: ErasureWait,
  message: string,
  names?: readonly string[],
  members?: readonly ActivityMember[],
) => void;

/** A change of the model is observed at once; a failed stage of another process leaves its erasures to this one. */
const idlePollMs = 30_000;
const pollMs = { first: 200, longest: 5_000 };
/**
 * The number of erasures that are processed together, so that the files are scavenged once for all of them.
 */
const batchSize = 500;

/**
 * Takes erasures through one stage until the signal. One dispatcher at a time does so, under a lease. The
 * remaining work follows from the log and may be repeated from any point after a crash or failure.
 * @param work processes the oldest erasures of the stage; returns whether some of them advanced
 * @param idle called while there are no erasures
 */
export function runStage(
  name: string,
  stage: ErasureStage,
  deps: StageDeps,
  work: (erasures: readonly ErasureView[], reportWait: ReportWait, leading: AbortSignal) => Promise<boolean>,
  signal: AbortSignal,
  idle: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { progress, queries, onState } = deps;
  return runUnderLeadership(name, { ...deps, signal }, async (_, leading, reportProgress) => {
    const retry = backOff(pollMs.first, pollMs.longest);
    while (!leading.aborted) {
      const seen = progress.positionOf('erasures') ?? -1n;
      const open = await queries.erasures.atStage(stage, batchSize);
      const hasAdvanced = open.length > 0 && (await work(open, waitReporter(deps, open), leading));
      reportProgress();
      onState?.({ state: 'live' });
      if (hasAdvanced) retry.reset();
      else if (open.length > 0) await retry.wait(leading);
      else {
        deps.onActivity?.(null);
        await idle();
        await progress.waitForChange('erasures', seen, idlePollMs, leading);
      }
    }
    return 'stopped';
  });
}

/**
 * Runs `work` while no other worker deletes streams or starts a scavenge. A scavenge removes everything that
 * is deleted when it starts.
 * @throws the error of the work; Fenced if another process has taken over
 */
export const withDeletionLease = (
  { leases }: Pick<StageDeps, 'leases'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => runAsLeader({ leases, id: 'deletions', signal }, (_, leading) => work(leading));

/** Returns a function that reports the same wait for each of the erasures. */
function waitReporter({ onActivity }: StageDeps, erasures: readonly ErasureView[]): ReportWait {
  const last = erasures.at(-1);
  const upTo = last ? placeOf(last) : null;
  return (code, message, names = [], members = []) => onActivity?.({ code, message, names, members, upTo });
}

/** Returns a listener that reports running builds, and after them `next` with its message. */
export const reportBuilds =
  (reportWait: ReportWait, next: ErasureWait, message: string) =>
  (open: readonly Unsettled[]): void => {
    if (open.length === 0) return reportWait(next, message);
    const names = open.map(({ id }) => id);
    reportWait('builds', `Its data may be written again by ${describeUnsettled(open)}.`, names);
  };

/** Records facts about an erased submission in its account's audit stream. */
export async function record(
  { aggregates }: Pick<StageDeps, 'aggregates'>,
  accountId: string,
  submissionId: string,
  commands: readonly AuditCommand[],
): Promise<void> {
  const context: CommandContext = {
    accountId,
    actor: { kind: 'system', id: 'eraser' },
    correlationId: submissionId,
    causationId: submissionId,
  };
  await aggregates.execute(audit, streamOf.audit(accountId), commands, context);
}

/** Waits until the erasures model has reached the head of the log. */
export async function waitForErasuresModel(
  { log, progress }: Pick<StageDeps, 'log' | 'progress'>,
  signal: AbortSignal,
): Promise<void> {
  const head = await log.head();
  if (head !== null) await waitForModels(progress, ['erasures'], head, signal);
}

/** Waits until the read models have reached a position. @throws the signal's reason */
export async function waitForModels(
  progress: StageDeps['progress'],
  names: readonly string[],
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  while (!(await progress.waitFor(names, position, 1_000, signal))) signal.throwIfAborted();
}

/**
 * Waits until a process manager has performed all actions up to a position.
 * @param onWait called if the manager has not reached the position yet
 */
export async function waitForManager(
  sources: PositionSources,
  manager: Parameters<typeof modelId>[0],
  position: bigint,
  signal: AbortSignal,
  onWait: () => void = () => undefined,
): Promise<void> {
  const id = modelId(manager);
  const hasReached = async () => ((await reachedPositions(sources, [id])).get(id) ?? -1n) >= position;
  if (await hasReached()) return;
  onWait();
  await pollUntil(hasReached, signal);
}

/** Polls until a condition holds. @throws the signal's reason */
export async function pollUntil(condition: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!(await condition())) {
    signal.throwIfAborted();
    await pause(50, signal);
  }
}
