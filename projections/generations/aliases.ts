import { pause } from '../../async/pause.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { modelId, type Projection } from '../projection.ts';
import { type ModelRecord } from './generation-types.ts';
import { generationReadBy } from './generations.ts';
import { openModels } from './models.ts';

type ModelVersion = Pick<Projection, 'name' | 'version'>;

/** Knows which generation of each model this process reads. */
export interface Aliases {
  /** Returns the projection with the generation that is read now. @throws ReadModelMissing, ReadModelDiverged */
  current<P extends ModelVersion>(projection: P): P & Pick<Projection, 'generation'>;
  /** Returns a copy as a projection of the model's documents; null if no copy of this name is ready. */
  copy<P extends ModelVersion>(projection: P, name: string): (P & Pick<Projection, 'generation'>) | null;
  /**
   * As `fresh`, and reads the records again if no copy of this name is ready: the copy may have become ready
   * since.
   */
  freshCopy(name: string): Promise<void>;
  /**
   * Returns the ids of the generations that requests may be reading: the live one, and for a few seconds
   * after a switch the previous one.
   */
  generationsInUse(projection: ModelVersion): readonly string[];
  /** Counts the observed changes of the records. */
  revision(): number;
  /** Waits until a change of the records is observed, for some milliseconds, or until the signal. */
  waitForChange(ms: number, signal: AbortSignal): Promise<void>;
  record(name: string): ModelRecord | null;
  records(): readonly ModelRecord[];
  /** Reads the records, unless the cached ones are younger than `maxAgeMs`. @throws an error of the store */
  refresh(maxAgeMs?: number): Promise<void>;
  /** Resolves once the cached records are fresh, nearly always at once. @throws an error of the store */
  fresh(): Promise<void>;
  /** From now on the generations that are read of these models are refused, and no others. */
  markDiverged(names: ReadonlySet<string>): void;
  /** Whether requests read the read models, beyond the service's own queries. */
  isBusy(): boolean;
  close(): void;
}

/** This version of the service can read no generation of the model yet. */
class ReadModelMissing extends Error {
  constructor(name: string) {
    super(`the read model ${name} has not been built yet`);
    this.name = 'ReadModelMissing';
  }
}

/** The read model holds events that the log does not hold: it would list things that no longer exist, and miss others. */
class ReadModelDiverged extends Error {
  constructor(name: string) {
    super(`the read model ${name} holds events that the event log does not hold`);
    this.name = 'ReadModelDiverged';
  }
}

/** Changes by this process are observed at once, those by others within this time. */
const refreshEveryMs = 4_000;
/** After a longer sleep, a process may know only generations that have been dropped. */
const staleMs = 8_000;
const countQueriesEveryMs = 250;
/** More queries than this in one interval do not come from the service alone. */
const busyQueries = 10;
/** The time within which other processes observe a switch. */
const settledMs = 5_000;

/** Watches the model records of a read store. Close it to stop the timer. */
export function openAliases(store: ReadStore, now: () => number = Date.now): Aliases {
  const models = openModels(store);
  let records: ReadonlyMap<string, ModelRecord> = new Map();
  /** The previously read generation of each name and version, until its time is over. */
  const previous = new Map<string, { readonly id: string; readonly until: number }>();
  let revision = 0;
  let diverged: ReadonlySet<string> = new Set();
  let reloadedAt = -Infinity;
  let reloading: Promise<void> | null = null;
  let change = new AbortController();

  async function reload(): Promise<void> {
    const startedAt = performance.now();
    const found = new Map((await models.all()).map((record) => [record._id, record]));
    reloadedAt = startedAt;
    const isChanged =
      found.size !== records.size || [...found].some(([name, record]) => !isSame(records.get(name), record));
    if (!isChanged) return;
    for (const [model, id] of switchedGenerations(records, found))
      previous.set(model, { id, until: now() + settledMs });
    records = found;
    revision++;
    change.abort('changed');
    change = new AbortController();
  }

  async function refresh(maxAgeMs = 0): Promise<void> {
    const since = performance.now() - maxAgeMs;
    // A read in progress may have begun before that time.
    while (reloadedAt < since) await (reloading ??= reload().finally(() => (reloading = null)));
  }

  let queries = 0;
  let isBusy = false;
  const counting = setInterval(() => {
    isBusy = queries >= busyQueries;
    queries = 0;
  }, countQueriesEveryMs).unref();
  const refreshing = setInterval(() => void refresh().catch(() => undefined), refreshEveryMs).unref();

  function fresh(): Promise<void> {
    queries++;
    return refresh(staleMs);
  }

  const isReady = (name: string): boolean => records.get(name)?.generations[0]?.state === 'live';

  return {
    current(projection) {
      if (diverged.has(projection.name)) throw new ReadModelDiverged(projection.name);
      const found = liveGeneration(records, projection);
      if (!found) throw new ReadModelMissing(projection.name);
      return found;
    },
    copy(projection, name) {
      const record = records.get(name);
      const found = record?.of === projection.name && record.range ? record.generations[0] : undefined;
      if (found?.state !== 'live') return null;
      return { ...projection, name, version: found.version, generation: found.number };
    },
    generationsInUse(projection) {
      const id = modelId(liveGeneration(records, projection) ?? projection);
      const before = previous.get(modelId({ name: projection.name, version: projection.version }));
      return before && before.until > now() && before.id !== id ? [id, before.id] : [id];
    },
    revision: () => revision,
    waitForChange: (ms, signal) => pause(ms, AbortSignal.any([signal, change.signal])),
    record: (name) => records.get(name) ?? null,
    records: () => [...records.values()],
    refresh,
    fresh,
    async freshCopy(name) {
      await fresh();
      if (!isReady(name)) await refresh();
    },
    markDiverged(names) {
      if (names.size === diverged.size && [...names].every((name) => diverged.has(name))) return;
      diverged = new Set(names);
      // Queries look up their collections again.
      revision++;
    },
    isBusy: () => isBusy,
    close() {
      clearInterval(counting);
      clearInterval(refreshing);
    },
  };
}

/** Returns the projection with the generation that is read; null if none can be read. */
function liveGeneration<P extends ModelVersion>(
  records: ReadonlyMap<string, ModelRecord>,
  projection: P,
): (P & Pick<Projection, 'generation'>) | null {
  const record = records.get(projection.name);
  // Before the first supervisor run a model has one generation, the first.
  if (!record) return projection;
  const found = generationReadBy(record, projection.version);
  return found && { ...projection, version: found.version, generation: found.number };
}

/** Returns the generations that stopped being read between two states of the records, by `name@version`. */
function switchedGenerations(
  before: ReadonlyMap<string, ModelRecord>,
  after: ReadonlyMap<string, ModelRecord>,
): ReadonlyMap<string, string> {
  const switched = new Map<string, string>();
  for (const [name, record] of before) {
    const next = after.get(name);
    for (const version of next ? versionsOf(next) : []) {
      const was = generationReadBy(record, version);
      const is = next && generationReadBy(next, version);
      if (was && is && was.id !== is.id) switched.set(modelId({ name, version }), was.id);
    }
  }
  return switched;
}

/**
 * A record that was removed and created again restarts its revisions; the creation time of its first build
 * tells the two apart.
 */
const isSame = (one: ModelRecord | undefined, other: ModelRecord): boolean =>
  one?.revision === other.revision && one.generations[0]?.made_at === other.generations[0]?.made_at;

const versionsOf = ({ generations }: ModelRecord): ReadonlySet<number> =>
  new Set(generations.map(({ version }) => version));
