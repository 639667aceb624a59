import { pause } from '../../async/pause.ts';
import { releaseReplies } from '../../coordination/idempotency-store.ts';
import { readCheckpoints } from '../../coordination/leases/checkpoints.ts';
import type { Checkpoint } from '../../coordination/leases/reached-positions.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { divergenceOf, type IdentifiableLog, rememberLog } from '../../log/continuity.ts';
import type { EventIdentity } from '../../log/event-log.ts';
import type { Aliases } from '../generations/aliases.ts';
import { modelId, type Projection } from '../projection.ts';

/** A follower that has read events that the log does not hold. */
export interface Divergence {
  /** The name of the read model or process manager. */
  readonly follower: string;
  readonly reason: string;
}

/** Watches whether the log still holds the events that the followers in use have read. */
export interface DivergenceWatch {
  /** The followers that had diverged at the last check. */
  diverged(): readonly Divergence[];
  /**
   * Resolves with the reason once the log is found to be another one than when this process began: everything that the
   * process remembers of the former log is wrong, and only a restart forgets it.
   */
  readonly replaced: Promise<string>;
  /** Compares the followers with the log now. @throws LogUnavailable, an error of the store */
  check(): Promise<readonly Divergence[]>;
  /**
   * Wraps work that acts on read models: it begins after a check that finds no divergence, is stopped by its signal when
   * one is found, and begins again once there is none.
   */
  unlessDiverged(work: (signal: AbortSignal) => Promise<void>): (signal: AbortSignal) => Promise<void>;
  close(): void;
}

type Follower = Pick<Projection, 'name' | 'version'>;

export interface DivergenceDeps {
  readonly store: ReadStore;
  readonly log: IdentifiableLog;
  readonly aliases: Pick<Aliases, 'generationsInUse' | 'markDiverged' | 'revision' | 'waitForChange'>;
  readonly models: readonly Follower[];
  readonly managers: readonly Follower[];
  readonly logger: {
    error(details: object, message: string): void;
    info(details: object, message: string): void;
  };
}

/** The command by which an operator builds everything again from the present log. */
export const realignCommand = 'formlog projections realign';

const checkEveryMs = 5_000;
/** A divergence ends with a switch of generations, or when the former log is back. */
const checkDivergedEveryMs = 1_000;
const lookEveryMs = 250;

/** Begins to watch; the first check is the caller's. Queries of a diverged read model are refused from then on. */
export function watchDivergence(deps: DivergenceDeps): DivergenceWatch {
  const { store, aliases, logger } = deps;
  const stop = new AbortController();
  const working = new Set<AbortController>();
  let found: readonly Divergence[] = [];
  let hasMatched = false;
  let onReplaced: (reason: string) => void = () => undefined;
  const replaced = new Promise<string>((resolve) => (onReplaced = resolve));
  const compareWithMemory = rememberLog(deps.log);
  let checking: Promise<readonly Divergence[]> | null = null;

  async function compare(): Promise<readonly Divergence[]> {
    const followers = await readFollowers(deps);
    const now = await divergedOf(deps.log, followers);
    aliases.markDiverged(new Set(now.map(({ follower }) => follower)));
    const [first] = now;
    if (first && found.length === 0) {
      const diverged = now.map(({ follower }) => follower);
      logger.error({ followers: diverged, reason: first.reason }, divergedLine);
      for (const one of working) one.abort();
      // A repeated request must not be answered with what the log does not hold.
      await releaseReplies(store).catch(() => undefined);
    }
    const reason =
      (await compareWithMemory(first ? null : newestEvent(followers))) ??
      (hasMatched && first ? first.reason : null);
    hasMatched ||= first === undefined;
    if (reason !== null) onReplaced(reason);
    if (!first && found.length > 0) logger.info({}, 'the read models follow the event log again');
    found = now;
    return found;
  }

  const check = (): Promise<readonly Divergence[]> =>
    (checking ??= compare().finally(() => (checking = null)));

  const isOver = (): boolean => stop.signal.aborted;

  async function watch(): Promise<void> {
    let revision = aliases.revision();
    let checkedAt = performance.now();
    while (!isOver()) {
      const everyMs = found.length > 0 ? checkDivergedEveryMs : checkEveryMs;
      const waitMs = checkedAt + everyMs - performance.now();
      if (aliases.revision() === revision && waitMs > 0) await aliases.waitForChange(waitMs, stop.signal);
      if (isOver()) return;
      checkedAt = performance.now();
      // A store that does not answer is asked again.
      await check().catch(() => undefined);
      revision = aliases.revision();
    }
  }
  void watch();

  /** Waits until a check finds no divergence, or until the signal. */
  async function untilNone(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await check().catch(() => null))?.length !== 0)
      await pause(lookEveryMs, signal);
  }

  return {
    diverged: () => found,
    replaced,
    check,
    unlessDiverged: (work) => async (signal) => {
      while (!signal.aborted) {
        await untilNone(signal);
        const stopping = new AbortController();
        working.add(stopping);
        await work(AbortSignal.any([signal, stopping.signal])).finally(() => working.delete(stopping));
        if (!stopping.signal.aborted) return;
      }
    },
    close: () => stop.abort(),
  };
}

const divergedLine =
  'the event log is not the one that the read models follow, and they have stopped: ' +
  `restore the former log, or run "${realignCommand}"`;

type FollowerDeps = Omit<DivergenceDeps, 'logger' | 'aliases' | 'log'> & {
  readonly aliases: Pick<Aliases, 'generationsInUse'>;
};

/** Compares the generations in use and the process managers with the log. */
export const findDiverged = async ({
  log,
  ...deps
}: FollowerDeps & Pick<DivergenceDeps, 'log'>): Promise<readonly Divergence[]> =>
  divergedOf(log, await readFollowers(deps));

/** Reads the checkpoints of the generations in use and the process managers, by the follower's name. */
async function readFollowers({
  store,
  aliases,
  models,
  managers,
}: FollowerDeps): Promise<ReadonlyMap<string, Checkpoint>> {
  const ids = [
    ...models.map((model) => [model.name, aliases.generationsInUse(model)[0] ?? modelId(model)] as const),
    ...managers.map((manager) => [manager.name, modelId(manager)] as const),
  ];
  const checkpoints = await readCheckpoints(
    store,
    ids.map(([, id]) => id),
  );
  const found = ids.map(([follower, id]) => [follower, checkpoints.get(id)] as const);
  return new Map(found.flatMap(([follower, checkpoint]) => (checkpoint ? [[follower, checkpoint]] : [])));
}

async function divergedOf(
  log: IdentifiableLog,
  followers: ReadonlyMap<string, Checkpoint>,
): Promise<readonly Divergence[]> {
  // Followers that are up to date have read the same last event.
  const known = new Map<string, Promise<string | null>>();
  const compared = [...followers].map(async ([follower, checkpoint]) => {
    if (checkpoint.position === null) return [];
    const key = checkpoint.event?.id ?? String(checkpoint.position);
    const comparing = known.get(key) ?? divergenceOf(log, checkpoint);
    known.set(key, comparing);
    const reason = await comparing;
    return reason === null ? [] : [{ follower, reason }];
  });
  return (await Promise.all(compared)).flat();
}

/** Returns the last event that any of the followers has read; null if none is known. */
const newestEvent = (followers: ReadonlyMap<string, Checkpoint>): EventIdentity | null =>
  [...followers.values()].reduce<EventIdentity | null>(
    (newest, { event }) => (event && (!newest || event.position > newest.position) ? event : newest),
    null,
  );
