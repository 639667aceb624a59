import type { EventLog } from '../../log/event-log.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import { readModels } from '../../projections/registry.ts';
import { readPositions } from '../../read-store/leases/leases.ts';
import type { ReadStore } from '../../read-store/read-store.ts';

/** How far the read models have come toward where the log ended when the process started. */
export interface CatchUp {
  /** From 0 to 99; null once it is over, for good. */
  percent(): number | null;
  close(): void;
}

export interface CatchUpDeps {
  readonly log: Pick<EventLog, 'head'>;
  readonly store: ReadStore;
  readonly aliases: Pick<Aliases, 'generationsInUse'>;
  /** What the runner of each model last said, by the model's name. */
  readonly states: ReadonlyMap<string, string>;
  /** A runner that stands by for longer than this does so behind another process. */
  readonly leaseMs: number;
}

const lookEveryMs = 200;

/** Watches until every read model was live once, or is as far as the log was, or is kept by another process. */
export function watchCatchUp({ log, store, aliases, states, leaseMs }: CatchUpDeps): CatchUp {
  const begun = performance.now();
  let percent: number | null = 0;
  let target: bigint | null | undefined;
  const wereLive = new Set<string>();

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
      states.get(name) === 'standby' && performance.now() - begun > leaseMs + 1_000;
    const shares = ids.map(([name, id]) => {
      if (states.get(name) === 'live') wereLive.add(name);
      return wereLive.has(name) || isKeptElsewhere(name)
        ? 1
        : shareOf(positions.get(id) ?? null, target ?? null);
    });
    const least = Math.min(...shares);
    percent = least >= 1 ? null : Math.floor(least * 100);
  }

  let timer: NodeJS.Timeout | undefined;
  function again(): void {
    // A store that does not answer is asked again; the service is not ready until then.
    void look()
      .catch(() => undefined)
      .then(() => {
        if (percent !== null) timer = setTimeout(again, lookEveryMs).unref();
      });
  }
  again();
  return { percent: () => percent, close: () => clearTimeout(timer) };
}

const shareOf = (position: bigint | null, target: bigint | null): number =>
  target === null || target <= 0n ? 1 : Math.min(1, Number(position ?? 0n) / Number(target));
