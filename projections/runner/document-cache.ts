import { LRUCache } from 'lru-cache';
import { streamOf } from '../../domain/stream-names.ts';
import type { Documents } from './documents.ts';
import { keysOf, type Kept, type Step } from './fold-batch.ts';

/** The documents of a batch before its events are applied. */
export interface Loaded {
  readonly known: ReadonlyMap<string, Kept>;
  /**
   * Whether some documents were assumed to be new. A write that is refused because they exist does not mean
   * that another process wrote them.
   */
  readonly isGuess: boolean;
}

/** Caches the documents that a runner wrote last. */
export interface DocumentCache {
  /** Returns the documents that the steps may change. */
  load(steps: readonly Step[]): Promise<Loaded>;
  /** Evicts the documents of the steps and reads all of them from the store. */
  reload(steps: readonly Step[]): Promise<ReadonlyMap<string, Kept>>;
  /** Records the documents that were written. */
  keep(steps: readonly Step[], changes: ReadonlyMap<string, Kept>): void;
}

const most = 1_000;

/**
 * Reads documents from the store only where necessary. Under its lease a runner knows the documents that it
 * wrote last, and a document named after a stream begins with the stream's first event. If either assumption
 * is wrong, the guarded write refuses the change.
 * @param guesses whether a missing document may be assumed to be new
 */
export function openDocumentCache(documents: Pick<Documents, 'load'>, guesses: boolean): DocumentCache {
  /** `kept` is null if there is no such document. */
  const held = new LRUCache<string, { readonly kept: Kept | null }>({ max: most });

  async function load(steps: readonly Step[]): Promise<Loaded> {
    const known = new Map<string, Kept>();
    const wanted = new Set<string>();
    const isNew = new Set<string>();
    for (const step of steps) {
      const { key, countedBy } = step;
      if (countedBy !== null) {
        const count = held.get(countedBy)?.kept;
        if (count) known.set(countedBy, count);
        else if (count === undefined) wanted.add(countedBy);
      }
      const kept = held.get(key)?.kept;
      if (kept) known.set(key, kept);
      else if (guesses && step.event.revision === 0 && isOwn(step)) isNew.add(key);
      else if (kept === undefined && !isNew.has(key)) wanted.add(key);
    }
    const found = await documents.load([...wanted]);
    for (const key of wanted) held.set(key, { kept: found.get(key) ?? null });
    return { known: new Map([...known, ...found]), isGuess: isNew.size > 0 };
  }

  return {
    load,
    reload(steps) {
      const keys = new Set(steps.flatMap(keysOf));
      for (const key of keys) held.delete(key);
      return documents.load([...keys]);
    },
    keep(steps, changes) {
      for (const step of steps) {
        const kept = changes.get(step.key);
        if (isPersonal(step)) held.delete(step.key);
        else if (kept) held.set(step.key, { kept });
        const count = step.countedBy === null ? undefined : changes.get(step.countedBy);
        if (step.countedBy !== null && count) held.set(step.countedBy, { kept: count });
      }
    },
  };
}

/** Whether an event belongs to the document named after its stream. */
const isOwn = ({ key, event }: Step): boolean => event.stream.endsWith(`-${key}`);

/** Answers are not cached, because they are personal data. */
const isPersonal = (step: Step): boolean =>
  isOwn(step) && step.event.stream.startsWith(streamOf.submission(''));
