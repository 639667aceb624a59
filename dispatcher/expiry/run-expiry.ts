import { inParallel } from '../../async/in-parallel.ts';
import { pause } from '../../async/pause.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { Projection } from '../../projections/projection.ts';
import { type LeaderOptions, runUnderLeadership } from '../../projections/runner/runner.ts';

export interface ExpiryDeps extends Pick<CommandDeps, 'now'>, Omit<LeaderOptions, 'signal'> {
  /** Returns what is to end by a time, ISO 8601. */
  readonly queue: {
    due(at: string, limit: number): Promise<readonly { readonly id: string; readonly accountId: string }[]>;
  };
  readonly aliases: Pick<Aliases, 'current'>;
  readonly progress: Pick<Progress, 'waitFor'>;
  /** The time between two reads while nothing is due, in milliseconds. */
  readonly idleMs?: number;
}

/** Things that end after a time. */
interface Expiry {
  /** The name of the lease. */
  readonly name: string;
  /** The read model that lists them. */
  readonly model: Projection;
  /** How long after its end a thing stays, in milliseconds. */
  readonly graceMs?: number;
  /**
   * Ends one, or nothing if it has ended already.
   * @param endedBy the time by which it must have ended, ISO 8601
   * @returns the log position of the end; null if nothing was to end
   */
  readonly expire: (id: string, endedBy: string, context: CommandContext) => Promise<bigint | null>;
}

/** An expiry is a matter of days. */
const defaultIdleMs = 30_000;
const batchSize = 200;
const parallelExpiries = 16;
const modelLimitMs = 5_000;

/**
 * Ends things in time until the signal. One dispatcher at a time does so, under a lease. What is due follows from the read model, and
 * every step may be repeated from any point after a crash.
 */
export const runExpiry = (deps: ExpiryDeps, expiry: Expiry, signal: AbortSignal): Promise<void> =>
  runUnderLeadership(expiry.name, { ...deps, signal }, async (_, leading, progressed) => {
    const { idleMs = defaultIdleMs } = deps;
    while (!leading.aborted) {
      const hasEnded = await expireSome(deps, expiry, leading);
      progressed();
      deps.onState?.({ state: 'live' });
      if (!hasEnded) await pause(idleMs, leading);
    }
    return 'stopped';
  });

/** Ends some of what is due. @returns whether anything ended */
async function expireSome(
  { queue, aliases, progress, now }: ExpiryDeps,
  { name, model, graceMs = 0, expire }: Expiry,
  leading: AbortSignal,
): Promise<boolean> {
  // An earlier version of the model does not hold them.
  if (aliases.current(model).version !== model.version) return false;
  const endedBy = new Date(now().getTime() - graceMs).toISOString();
  const due = await queue.due(endedBy, batchSize);
  let last = -1n;
  await inParallel(parallelExpiries, due, async ({ id, accountId }) => {
    leading.throwIfAborted();
    const actor = { kind: 'system', id: name } as const;
    const position = await expire(id, endedBy, { accountId, actor, correlationId: id, causationId: id });
    if (position !== null && position > last) last = position;
  });
  if (last < 0n) return false;
  // Until then the model shows the same ones again.
  await progress.waitFor([model.name], last, modelLimitMs, leading);
  return true;
}
