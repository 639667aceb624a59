import type { Documents } from './documents.ts';
import type { Kept } from './fold-batch.ts';

type Changes = ReadonlyMap<string, Kept>;

/** Writes documents while the next are being made: some batches at once, and what was told of first is stored first. */
export interface WriteBehind {
  /** What a document is about to become; nothing for one that is stored as it was last. */
  pending(key: string): Kept | undefined;
  /**
   * Waits until there is room, and until nothing of these documents is under way: then begins to write.
   * @param onStored told when these are stored and everything before them
   * @throws what an earlier write threw
   */
  begin(known: Changes, changes: Changes, onStored: () => void): Promise<void>;
  /** Waits until all is stored. @throws as `begin` */
  settled(): Promise<void>;
}

/**
 * @param atOnce how many batches are under way at most
 * @param isOrdered whether the writer itself stores the versions of a document in order, so that none has to be awaited
 */
export function writeBehind(
  documents: Pick<Documents, 'write'>,
  atOnce: number,
  isOrdered: (key: string) => boolean = () => false,
): WriteBehind {
  /** Oldest first. */
  const underWay: { readonly changes: Changes; readonly stored: Promise<void> }[] = [];
  let last: Promise<void> = Promise.resolve();

  /** Up to which of those that are under way one has to wait. */
  function inTheWay(changes: Changes): Promise<void> | undefined {
    const keys = [...changes.keys()].filter((key) => !isOrdered(key));
    const sharing = underWay.findLast((one) => keys.some((key) => one.changes.has(key)));
    return sharing?.stored ?? (underWay.length < atOnce ? undefined : underWay[0]?.stored);
  }

  return {
    pending: (key) => underWay.findLast(({ changes }) => changes.has(key))?.changes.get(key),
    async begin(known, changes, onStored) {
      for (let before; (before = inTheWay(changes));) await before;
      const stored = Promise.all([documents.write(known, changes), last]).then(() => {
        underWay.shift();
        onStored();
      });
      underWay.push({ changes, stored });
      last = stored;
      // It is awaited with the next, or at the end; until then nobody listens.
      stored.catch(() => undefined);
    },
    settled: () => last,
  };
}
