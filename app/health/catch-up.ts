import { readPositions } from '../../coordination/leases/checkpoints.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import type { Completeness } from '../../projections/progress/completeness.ts';
import { readModels } from '../../projections/registry.ts';

/** The progress of read models toward the head of the log at the start of the process. */
export interface CatchUp {
  /** From 0 to 99; null once reached. */
  percent(): number | null;
  close(): void;
}

export interface CatchUpDeps {
  readonly log: Pick<EventLog, 'head'>;
  readonly store: ReadStore;
  readonly aliases: Pick<Aliases, 'generationsInUse'>;
  readonly completeness: Pick<Completeness, 'percentOf'>;
  /** The last report of each model's runner, by the model's name. */
  readonly states: ReadonlyMap<string, string>;
  /** A runner on standby for longer than this, in ms, has its model in another process. */
  readonly leaseMs: number;
}

const checkEveryMs = 200;

/**
 * Watches until every read model has been live or has reached that head. A model that runs in another process need only
 * have been complete once: its queries are answered from then on, and refused before.
 */
export function watchCatchUp(deps: CatchUpDeps): CatchUp {
  const { log, store, aliases, completeness, states, leaseMs } = deps;
  const begun = performance.now();
  let percent: number | null = 0;
  let target: bigint | null | undefined;
  const everLive = new Set<string>();

  async function look(): Promise<void> {
    target ??= await log.head();
    const ids = readModels.map(
      ({ name, ...model }) => [name, aliases.generationsInUse({ name, ...model })[0] ?? ''] as const,
    );
    const positions = await readPositions(
      store,
      ids.map(([, id]) => id),
    );
    const isKeptElsewhere = (name: string) =>
      states.get(name) === 'standby' &&
      performance.now() - begun > leaseMs + 1_000 &&
      completeness.percentOf([name]) === null;
    const shares = ids.map(([name, id]) => {
      if (states.get(name) === 'live') everLive.add(name);
      return everLive.has(name) || isKeptElsewhere(name)
        ? 1
        : shareOf(positions.get(id) ?? null, target ?? null);
    });
    const least = Math.min(...shares);
    percent = least >= 1 ? null : Math.floor(least * 100);
  }

  let timer: NodeJS.Timeout | undefined;
  function again(): void {
    // Retries while a store does not answer; the service is not ready until then.
    void look()
      .catch(() => undefined)
      .then(() => {
        if (percent !== null) timer = setTimeout(again, checkEveryMs).unref();
      });
  }
  again();
  return { percent: () => percent, close: () => clearTimeout(timer) };
}

const shareOf = (position: bigint | null, target: bigint | null): number =>
  target === null || target <= 0n ? 1 : Math.min(1, Number(position ?? 0n) / Number(target));
