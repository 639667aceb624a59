import { LRUCache } from 'lru-cache';
import { streamOf } from '../../domain/stream-names.ts';
import type { Documents } from './documents.ts';
import { keysOf, type Kept, type Step } from './fold-batch.ts';

/** What the documents of a batch are before it. */
export interface Loaded {
  readonly known: ReadonlyMap<string, Kept>;
  /** Some were taken to be new, without a look: a write that finds them there says nothing yet. */
  readonly isGuess: boolean;
}

/** The documents of a model, as its runner knows them. */
export interface DocumentCache {
  load(steps: readonly Step[]): Promise<Loaded>;
  /** Forgets what it knows of them, and looks all of them up. */
  reload(steps: readonly Step[]): Promise<ReadonlyMap<string, Kept>>;
  /** Takes note of what was written. */
  keep(steps: readonly Step[], changes: ReadonlyMap<string, Kept>): void;
}

const most = 1_000;

/**
 * Looks documents up only where it has to: under its lease a runner knows what it wrote last, and a document that is
 * named after a stream begins with the stream. Should either be wrong, the guarded write refuses it.
 * @param guesses whether documents may be taken to be new
 */
export function openDocumentCache(documents: Pick<Documents, 'load'>, guesses: boolean): DocumentCache {
  /** Null where there is none. */
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

/** Whether an event belongs to the document that is named after its stream. */
const isOwn = ({ key, event }: Step): boolean => event.stream.endsWith(`-${key}`);

/** Answers are not kept without need. */
const isPersonal = (step: Step): boolean =>
  isOwn(step) && step.event.stream.startsWith(streamOf.submission(''));
