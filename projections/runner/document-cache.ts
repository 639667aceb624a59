import { LRUCache } from 'lru-cache';
import { streamOf } from '../../domain/stream-names.ts';
import type { Documents } from './documents.ts';
import { keysOf, type Step } from './plan-batch.ts';
import type { VersionedDocument } from './versioned-document.ts';

/** The documents of a batch before its events are applied. */
export interface Loaded {
  readonly known: ReadonlyMap<string, VersionedDocument>;
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
  reload(steps: readonly Step[]): Promise<ReadonlyMap<string, VersionedDocument>>;
  /** Records the documents that were written. */
  update(steps: readonly Step[], changes: ReadonlyMap<string, VersionedDocument>): void;
}

const maxEntries = 5_000;

/**
 * Reads documents from the store only where necessary. Under its lease a runner knows the documents that it
 * wrote last, and a document named after a stream begins with the stream's first event. If either assumption
 * is wrong, the guarded write refuses the change.
 * @param guesses whether a missing document may be assumed to be new
 * @param areBegun whether documents begin with events of other streams, and not with the first event of their own
 */
export function openDocumentCache(
  documents: Pick<Documents, 'load'>,
  guesses: boolean,
  areBegun = false,
): DocumentCache {
  /** `kept` is null if there is no such document. */
  const cache = new LRUCache<string, { readonly versioned: VersionedDocument | null }>({ max: maxEntries });

  async function load(steps: readonly Step[]): Promise<Loaded> {
    const known = new Map<string, VersionedDocument>();
    const missing = new Set<string>();
    const isNew = new Set<string>();
    for (const step of steps) {
      const { key, countedBy } = step;
      if (countedBy !== null) {
        const count = cache.get(countedBy)?.versioned;
        if (count) known.set(countedBy, count);
        else if (count === undefined) missing.add(countedBy);
      }
      const stored = cache.get(key)?.versioned;
      if (stored) known.set(key, stored);
      else if (guesses && (areBegun ? step.begun !== undefined : isFirst(step))) isNew.add(key);
      else if (stored === undefined && !isNew.has(key)) missing.add(key);
    }
    const found = await documents.load([...missing]);
    for (const key of missing) cache.set(key, { versioned: found.get(key) ?? null });
    return { known: new Map([...known, ...found]), isGuess: isNew.size > 0 };
  }

  return {
    load,
    reload(steps) {
      const keys = new Set(steps.flatMap(keysOf));
      for (const key of keys) cache.delete(key);
      return documents.load([...keys]);
    },
    update(steps, changes) {
      for (const step of steps) {
        const stored = changes.get(step.key);
        if (isPersonal(step)) cache.delete(step.key);
        else if (stored) cache.set(step.key, { versioned: stored });
        const count = step.countedBy === null ? undefined : changes.get(step.countedBy);
        if (step.countedBy !== null && count) cache.set(step.countedBy, { versioned: count });
      }
    },
  };
}

const isFirst = (step: Step): boolean => step.event.revision === 0 && isOwn(step);

/** Whether an event belongs to the document named after its stream. */
const isOwn = ({ key, event }: Step): boolean => event.stream.endsWith(`-${key}`);

/** Answers are not cached, because they are personal data. */
const isPersonal = (step: Step): boolean =>
  isOwn(step) && step.event.stream.startsWith(streamOf.submission(''));
