import { Fenced } from '../../../coordination/leases/lease.ts';
import { modelId, type Projection } from '../../../projections/projection.ts';
import { isState } from '../../../projections/runner/beginnings.ts';
import type { Documents } from '../../../projections/runner/documents.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import type { Random } from '../random.ts';
import type { Call } from './memory-leases.ts';

type Changes = ReadonlyMap<string, VersionedDocument>;
type OnSet = (id: string, before: VersionedDocument | undefined, after: VersionedDocument) => void;

/** The collection of a model, with its tombstones and the states of accounts. */
export interface MemoryCollection {
  readonly stored: Changes;
  set(id: string, versioned: VersionedDocument): void;
  clear(): void;
  /** Whoever must see every change of a document. */
  watch(changed: OnSet): void;
}

export function openMemoryCollection(): MemoryCollection {
  const stored = new Map<string, VersionedDocument>();
  const watchers: OnSet[] = [];
  return {
    stored,
    set(id, versioned) {
      const before = stored.get(id);
      stored.set(id, versioned);
      for (const changed of watchers) changed(id, before, versioned);
    },
    clear: () => stored.clear(),
    watch: (changed) => void watchers.push(changed),
  };
}

interface Options {
  readonly call: Call;
  readonly random: Random;
}

/**
 * A collection as the runner of one process uses it. The documents of a write do not reach the store together: a process
 * may be killed between them, and another one may have been faster.
 */
export function documentsIn(
  collection: MemoryCollection,
  projection: Projection,
  { call, random }: Options,
): Documents {
  function writeAll(known: Changes, changes: Changes): void {
    let isFenced = false;
    for (const [id, versioned] of changes)
      if (collection.stored.get(id)?.position === known.get(id)?.position) collection.set(id, versioned);
      else isFenced = true;
    if (isFenced) throw new Fenced(modelId(projection));
  }

  async function writeInParts(known: Changes, changes: readonly (readonly [string, VersionedDocument])[]) {
    const cut = random.between(0, changes.length);
    for (const part of [changes.slice(0, cut), changes.slice(cut)])
      if (part.length > 0) await call(() => writeAll(known, new Map(part)));
  }

  return {
    createIndexes: async () => undefined,
    clear: () => call(() => collection.clear()),
    load: (keys) =>
      call(
        () =>
          new Map(
            keys.flatMap((key) => {
              const found = collection.stored.get(key);
              return found ? [[key, found] as const] : [];
            }),
          ),
      ),
    async write(known, changes) {
      await writeInParts(
        known,
        [...changes].filter(([id]) => !isState(projection, id)),
      );
      await writeInParts(
        known,
        [...changes].filter(([id]) => isState(projection, id)),
      );
    },
  };
}
