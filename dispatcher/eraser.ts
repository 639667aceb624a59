import type { CommandDeps } from '../commands/deps.ts';
import { audit, type AuditCommand } from '../domain/audit/decider.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import type { Aliases } from '../projections/aliases.ts';
import { readPositions } from '../projections/checkpoints.ts';
import { pause } from '../projections/pause.ts';
import type { Progress } from '../projections/progress.ts';
import { modelId } from '../projections/projection.ts';
import type { DeliveryQueries } from '../projections/queries/deliveries.ts';
import {
  placeOf,
  type ErasureQueries,
  type ErasureView,
  type ErasureWait,
} from '../projections/queries/erasures.ts';
import type { ReadStore } from '../projections/read-store.ts';
import { keepLeading, type LeadOptions } from '../projections/runner.ts';
import { inWords, scrub, settled, type Unsettled } from '../projections/scrub.ts';
import type { BoardReporter } from '../projections/status-board.ts';
import { health } from './health.ts';
import { inParallel } from './in-parallel.ts';
import { planner } from './planner.ts';

export interface EraserDeps
  extends Pick<CommandDeps, 'log' | 'aggregates' | 'now'>, Omit<LeadOptions, 'signal'> {
  readonly store: ReadStore;
  readonly aliases: Aliases;
  readonly progress: Pick<Progress, 'waitFor' | 'waitForChange' | 'positionOf'>;
  readonly queries: {
    readonly erasures: Pick<ErasureQueries, 'underWay'>;
    readonly deliveries: Pick<DeliveryQueries, 'list'>;
  };
  /** Told what it is at, and what it waits for. */
  readonly onDoing?: BoardReporter['onDoing'];
}

type Say = (code: ErasureWait, message: string, names?: readonly string[]) => void;

const idlePollMs = 1_000;
const pollMs = 50;
/** Erased together: the files are gone over once for all of them. */
const atOnce = 500;
const parallelErasures = 16;

/**
 * Carries erasures out, as the only one of all dispatchers, until the signal. What is left to do follows from the log
 * and may be done again from any point, after a crash or a failure too.
 */
export function runEraser(deps: EraserDeps, signal: AbortSignal): Promise<void> {
  const { progress, queries, onState } = deps;
  return keepLeading('eraser', { ...deps, signal }, async (_, leading, worked) => {
    while (!leading.aborted) {
      const seen = progress.positionOf('erasures') ?? -1n;
      const underWay = await queries.erasures.underWay(atOnce);
      if (underWay.length > 0) await eraseAll(deps, underWay, leading);
      worked();
      onState?.({ state: 'live' });
      deps.onDoing?.(null);
      if (underWay.length === 0) await progress.waitForChange('erasures', seen, idlePollMs, leading);
    }
    return 'stopped';
  });
}

/**
 * Erases submissions: their streams first, so that nothing is told of them any more, then what was told of them, then
 * what is left in files.
 * @throws LogUnavailable, or what the read models throw when they fail
 */
async function eraseAll(
  deps: EraserDeps,
  erasures: readonly ErasureView[],
  signal: AbortSignal,
): Promise<void> {
  const { log, progress } = deps;
  const say = sayingOf(deps, erasures);
  say('log', 'Its events are being taken out of the log.');
  await inParallel(parallelErasures, erasures, ({ id }) => log.eraseStream(streamOf.submission(id)));
  const end = (await log.head()) ?? 0n;
  // Behind it no delivery is planned for them, and each that was is known.
  say('planner', `The planner has to come to position ${end}: it may plan deliveries of it still.`, [
    'planner',
  ]);
  await managedUpTo(deps, planner, end, signal);
  const planned = (await log.head()) ?? end;
  say('read_models', behind(['deliveries'], planned), ['deliveries']);
  await readUpTo(progress, ['deliveries'], planned, signal);
  say('log', 'The deliveries that told of it are being taken out of the log.');
  const deliveries: string[] = [];
  await inParallel(parallelErasures, erasures, async (erasure) => {
    deliveries.push(...(await eraseDeliveries(deps, erasure, signal)));
  });
  const told = (await log.head()) ?? end;
  const models = ['submissions', 'deliveries', 'erasures'];
  say('read_models', behind(models, told), models);
  await readUpTo(progress, models, told, signal);
  // A destination's failures count, whatever becomes of what was to be sent: they are gone with the files.
  say('health', `The rule that disables destinations has to count what failed up to position ${told}.`, [
    'health',
  ]);
  await managedUpTo(deps, health(), told, signal);
  // It is asked before the files are gone over as well: a long build would have them gone over again and again.
  const emptying = 'The read models are being emptied of it, and MongoDB gives back the room.';
  const scavenging = 'The event store is ridding its files of what was deleted.';
  await settled({ ...deps, onWait: waiting(say, 'scavenge', scavenging) }, told, signal);
  await log.scavenge(signal);
  await scrub(
    { ...deps, onWait: waiting(say, 'compaction', emptying) },
    { submissions: erasures.map(({ id }) => id), deliveries },
    told,
    signal,
  );
  const at = deps.now().toISOString();
  for (const { id, account_id: accountId } of erasures)
    await record(deps, accountId, id, [{ type: 'CompleteErasure', submissionId: id, at }]);
  await readUpTo(progress, ['erasures'], (await log.head()) ?? told, signal);
}

/** Tells for all of some erasures what they wait for. */
function sayingOf({ onDoing }: EraserDeps, erasures: readonly ErasureView[]): Say {
  const last = erasures.at(-1);
  const upTo = last ? placeOf(last) : null;
  return (code, message, names = []) => onDoing?.({ code, message, names, upTo });
}

const behind = (models: readonly string[], position: bigint): string =>
  `The read models ${models.join(', ')} have to come to position ${position}.`;

/** @param next what is told once nothing is waited for any more */
const waiting =
  (say: Say, next: ErasureWait, message: string) =>
  (open: readonly Unsettled[]): void => {
    if (open.length === 0) return say(next, message);
    const names = open.map(({ id }) => id);
    say('builds', `What it holds may be written again by ${inWords(open)}.`, names);
  };

/** @returns the ids of the deliveries that told of a submission */
async function eraseDeliveries(
  deps: EraserDeps,
  { id: submissionId, account_id: accountId }: ErasureView,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { queries, log, now } = deps;
  const ids: string[] = [];
  for (let after, more = true; more;) {
    signal.throwIfAborted();
    const page = await queries.deliveries.list(accountId, { submissionId, limit: 200, after });
    ids.push(...page.items.map(({ id }) => id));
    more = page.next !== null;
    after = page.next ?? undefined;
  }
  // Until the fact is recorded the read model shows them, so that after a crash they are found again.
  for (const id of ids) await log.eraseStream(streamOf.delivery(id));
  const at = now().toISOString();
  const facts = ids.map((deliveryId) => ({ type: 'EraseDelivery', deliveryId, submissionId, at }) as const);
  if (facts.length > 0) await record(deps, accountId, submissionId, facts);
  return ids;
}

async function record(
  { aggregates }: EraserDeps,
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

/** Waits until a process manager has done all that the log calls for up to a position. */
async function managedUpTo(
  { store }: EraserDeps,
  manager: Parameters<typeof modelId>[0],
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  const id = modelId(manager);
  while (((await readPositions(store, [id])).get(id) ?? -1n) < position) {
    signal.throwIfAborted();
    await pause(pollMs, signal);
  }
}

async function readUpTo(
  progress: EraserDeps['progress'],
  names: readonly string[],
  position: bigint,
  signal: AbortSignal,
): Promise<void> {
  while (!(await progress.waitFor(names, position, 1_000, signal))) signal.throwIfAborted();
}
