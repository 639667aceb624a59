import { pause } from '../../async/pause.ts';
import { readPositions } from '../../coordination/leases/checkpoints.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { Aliases } from '../generations/aliases.ts';
import { modelId, type Projection } from '../projection.ts';

/**
 * Whether read models have been complete once: before that, a query would answer a part as if it were the whole. It begins
 * again if the read store is emptied.
 */
export interface Completeness {
  /**
   * Waits until each of the models has been complete once.
   * @returns null, or after `limitMs` the progress of the least complete of them, from 0 to 99 per cent
   */
  untilComplete(models: readonly string[], limitMs: number): Promise<number | null>;
  /** Returns the progress of the least complete of the models, from 0 to 99 per cent; null if all have been complete. */
  percentOf(models: readonly string[]): number | null;
  close(): void;
}

export interface CompletenessDeps {
  readonly store: ReadStore;
  readonly log: Pick<EventLog, 'head'>;
  readonly aliases: Pick<Aliases, 'generationsInUse' | 'revision' | 'waitForChange'>;
  readonly models: readonly Projection[];
}

/** A generation that has been complete once. The mark outlives the process that saw it. */
interface CompleteDocument {
  readonly _id: string;
}

const lookEveryMs = 100;
/** How long a change of the records of the models is awaited, in milliseconds. */
const restMs = 60_000;

/** Watches the models until each is complete, and whether the read store still has them. */
export function watchCompleteness({ store, log, aliases, models }: CompletenessDeps): Completeness {
  const complete = store.named<CompleteDocument>('_complete');
  const stop = new AbortController();
  /** The progress of the models that are not known to be complete, in per cent. */
  const percents = new Map(models.map(({ name }) => [name, 0]));
  let target: bigint | null | undefined;
  /** The marks of the models that are known to be complete, by name. */
  const known = new Map<string, string>();

  /** An emptied store has no marks either. */
  async function lookForMarks(): Promise<void> {
    const ids = [...known.values()];
    const found = new Set((await complete.find({ _id: { $in: ids } }).toArray()).map(({ _id }) => _id));
    for (const [name, id] of known) {
      if (found.has(id)) continue;
      known.delete(name);
      percents.set(name, 0);
      target = undefined;
    }
  }

  async function look(): Promise<void> {
    target ??= await log.head();
    const head = target;
    const ids = models
      .filter(({ name }) => percents.has(name))
      .map((model) => [model.name, aliases.generationsInUse(model)[0] ?? modelId(model)] as const);
    const names = ids.map(([, id]) => id);
    const marked = new Set((await complete.find({ _id: { $in: names } }).toArray()).map(({ _id }) => _id));
    const positions = await readPositions(store, names);
    for (const [name, id] of ids) {
      const share = marked.has(id) ? 1 : shareOf(positions.get(id) ?? null, head);
      percents.set(name, Math.floor(share * 100));
      if (share < 1) continue;
      if (!marked.has(id)) await complete.updateOne({ _id: id }, { $set: {} }, { upsert: true });
      known.set(name, id);
      percents.delete(name);
    }
  }

  async function watch(): Promise<void> {
    let revision = aliases.revision();
    while (!stop.signal.aborted) {
      const seen = aliases.revision();
      try {
        if (seen !== revision) await lookForMarks();
        revision = seen;
        if (percents.size > 0) await look();
      } catch {
        // A store that does not answer is asked again; until then nothing is known to be complete.
      }
      // An emptied store changes the records of the models.
      const waitMs = percents.size > 0 ? lookEveryMs : restMs;
      if (aliases.revision() === seen) await aliases.waitForChange(waitMs, stop.signal);
    }
  }
  void watch();

  function percentOf(wanted: readonly string[]): number | null {
    const found = wanted.flatMap((name) => percents.get(name) ?? []);
    return found.length === 0 ? null : Math.min(99, ...found);
  }

  return {
    percentOf,
    async untilComplete(wanted, limitMs) {
      const until = performance.now() + limitMs;
      for (;;) {
        const percent = percentOf(wanted);
        if (percent === null || performance.now() >= until) return percent;
        await pause(lookEveryMs, stop.signal);
      }
    },
    close: () => stop.abort(),
  };
}

const shareOf = (position: bigint | null, head: bigint | null): number =>
  head === null || head <= 0n ? 1 : Math.min(1, Number(position ?? 0n) / Number(head));
