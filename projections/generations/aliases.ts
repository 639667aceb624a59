import { readBy, type ModelRecord } from './generations.ts';
import { openModels } from './models.ts';
import { modelId, type Projection } from '../projection.ts';
import type { ReadStore } from '../../read-store/read-store.ts';

type Model = Pick<Projection, 'name' | 'version'>;

/** Which generation of each model this process reads. */
export interface Aliases {
  /** The projection, as the generation of it that is read now. @throws ReadModelMissing */
  current<P extends Model>(projection: P): P & Pick<Projection, 'generation'>;
  /** A copy, as a projection of documents like the model's; null where there is none that is ready. */
  copy<P extends Model>(projection: P, name: string): (P & Pick<Projection, 'generation'>) | null;
  /** As `fresh`, and looks once more where no copy of this name was ready then: it may have become so just now. */
  freshCopy(name: string): Promise<void>;
  /** The generations that somebody may be reading: the present one, and one that was present a moment ago. */
  readBy(projection: Model): readonly string[];
  /** Counts the changes seen. */
  revision(): number;
  record(name: string): ModelRecord | null;
  records(): readonly ModelRecord[];
  /** Looks, unless what is known is younger than so many milliseconds. @throws when the store does not answer */
  refresh(maxAgeMs?: number): Promise<void>;
  /** Answers once what is known is not out of date: at once, nearly always. @throws as `refresh` */
  fresh(): Promise<void>;
  /** Whether somebody is being served: read models are asked more often than the service asks them by itself. */
  isBusy(): boolean;
  close(): void;
}

/** No generation of a model can be read yet by this version of the service. */
class ReadModelMissing extends Error {
  constructor(name: string) {
    super(`the read model ${name} has not been built yet`);
    this.name = 'ReadModelMissing';
  }
}

const lookEveryMs = 250;
/** A process that slept so long may read what was dropped meanwhile. */
const staleMs = 5_000;
/** So many questions between two looks are not the service's own. */
const busyQuestions = 10;
/** Other processes have seen a switch by then. */
const settledMs = 5_000;

/** Watches the models of a read store. */
export function openAliases(store: ReadStore, now: () => number = Date.now): Aliases {
  const models = openModels(store);
  let records: ReadonlyMap<string, ModelRecord> = new Map();
  /** What was read until lately, by name and version. */
  const former = new Map<string, { readonly id: string; readonly until: number }>();
  let revision = 0;
  let lookedAt = -Infinity;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const askedAt = performance.now();
    const found = new Map((await models.all()).map((record) => [record._id, record]));
    lookedAt = askedAt;
    const isChanged =
      found.size !== records.size || [...found].some(([name, record]) => !isSame(records.get(name), record));
    if (!isChanged) return;
    noteSwitches(found);
    records = found;
    revision++;
  }

  function noteSwitches(found: ReadonlyMap<string, ModelRecord>): void {
    for (const [name, before] of records) {
      const after = found.get(name);
      for (const version of after ? versionsOf(after) : []) {
        const was = readBy(before, version);
        const is = after && readBy(after, version);
        if (was && is && was.id !== is.id)
          former.set(modelId({ name, version }), { id: was.id, until: now() + settledMs });
      }
    }
  }

  async function refresh(maxAgeMs = 0): Promise<void> {
    const since = performance.now() - maxAgeMs;
    // A look that is under way may have begun before that.
    while (lookedAt < since) await (looking ??= look().finally(() => (looking = null)));
  }

  let questions = 0;
  let isBusy = false;
  const timer = setInterval(() => {
    isBusy = questions >= busyQuestions;
    questions = 0;
    void refresh().catch(() => undefined);
  }, lookEveryMs).unref();

  function present<P extends Model>(projection: P): (P & Pick<Projection, 'generation'>) | null {
    const record = records.get(projection.name);
    // Nobody has tended it yet: then it has one generation, at its beginning.
    if (!record) return projection;
    const found = readBy(record, projection.version);
    return found && { ...projection, version: found.version, generation: found.number };
  }

  function fresh(): Promise<void> {
    questions++;
    return refresh(staleMs);
  }

  const isReady = (name: string): boolean => records.get(name)?.generations[0]?.state === 'live';

  return {
    current(projection) {
      const found = present(projection);
      if (!found) throw new ReadModelMissing(projection.name);
      return found;
    },
    copy(projection, name) {
      const record = records.get(name);
      const found = record?.of === projection.name && record.range ? record.generations[0] : undefined;
      if (found?.state !== 'live') return null;
      return { ...projection, name, version: found.version, generation: found.number };
    },
    readBy(projection) {
      const id = modelId(present(projection) ?? projection);
      const before = former.get(modelId({ name: projection.name, version: projection.version }));
      return before && before.until > now() && before.id !== id ? [id, before.id] : [id];
    },
    revision: () => revision,
    record: (name) => records.get(name) ?? null,
    records: () => [...records.values()],
    refresh,
    fresh,
    async freshCopy(name) {
      await fresh();
      if (!isReady(name)) await refresh();
    },
    isBusy: () => isBusy,
    close: () => clearInterval(timer),
  };
}

/** A record that was removed and made again counts from the beginning: when its first build was made tells. */
const isSame = (one: ModelRecord | undefined, other: ModelRecord): boolean =>
  one?.revision === other.revision && one.generations[0]?.made_at === other.generations[0]?.made_at;

const versionsOf = ({ generations }: ModelRecord): ReadonlySet<number> =>
  new Set(generations.map(({ version }) => version));
