import { type Collection } from './catalog.ts';
import { after } from './key-range.ts';
import { type Store } from './store.ts';

/** Documents have numbers in the order of insertion. The key of a document is the tree of its collection and its number. */
const numberSize = 6;

export function placeOf({ documents }: Pick<Collection, 'documents'>, number: number): Buffer {
  const place = Buffer.allocUnsafe(documents.length + numberSize);
  documents.copy(place);
  place.writeUIntBE(number, documents.length, numberSize);
  return place;
}

export const numberOf = ({ documents }: Pick<Collection, 'documents'>, place: Buffer): number =>
  place.readUIntBE(documents.length, numberSize);

/** The numbers that are counted at once, in some milliseconds. */
const step = 10_000;
const last = 2 ** (8 * numberSize) - 1;

/** Counts the documents of a collection, some at a time. */
export function* documentCounts(
  store: Pick<Store, 'range' | 'count'>,
  collection: Pick<Collection, 'documents'>,
): Generator<number> {
  const end = after(collection.documents);
  let start: Buffer | undefined = placeOf(collection, 0);
  while (start) {
    const [first] = store.range({ start, end, limit: 1 });
    if (!first) return;
    const next = numberOf(collection, first.key) + step;
    const until = next > last ? undefined : placeOf(collection, next);
    yield store.count({ start, end: until ?? end });
    start = until;
  }
}
