import { BSON } from 'mongodb';
import type { ReadStore } from '../../coordination/read-store.ts';
import { collectionsOf, type Stored } from '../collections.ts';
import type { Projection } from '../projection.ts';
import { isCount } from '../runner/documents.ts';
import { shareOf } from './build/bloom-filter.ts';
import type { CheckReport, Difference } from './generation-types.ts';
import type { Pace } from './pace.ts';

type StoredDocument = Stored<Readonly<Record<string, unknown>>>;

const differencesShown = 1_000;
/** So few are decoded in a moment. */
const batchSize = 100;

/**
 * Compares a model's documents byte for byte, in order of id, with documents that were rebuilt up to a
 * position. Documents with later changes are only counted.
 */
export async function compare(
  store: ReadStore,
  {
    stored,
    folded,
    share,
    upTo,
    pace,
  }: {
    readonly stored: Projection;
    readonly folded: Projection;
    readonly share: number;
    readonly upTo: bigint;
    readonly pace: Pace;
  },
  signal: AbortSignal,
): Promise<Omit<CheckReport, 'at'>> {
  const inOrder = (projection: Projection) =>
    collectionsOf(store)(projection).find({}, { batchSize }).sort({ _id: 1 })[Symbol.asyncIterator]();
  const actualDocuments = inOrder(stored);
  const expectedDocuments = inOrder(folded);
  const differences: Difference[] = [];
  const counts = { compared: 0, moved_on: 0, different: 0 };
  let actual = await next(actualDocuments);
  let expected = await next(expectedDocuments);
  while (actual || expected) {
    signal.throwIfAborted();
    await pace.giveWay(signal);
    const id =
      actual && expected
        ? actual._id < expected._id
          ? actual._id
          : expected._id
        : (actual ?? expected)?._id;
    if (id === undefined) break;
    const here = actual?._id === id ? actual : null;
    const there = expected?._id === id ? expected : null;
    record(id, here, there);
    if (here) actual = await next(actualDocuments);
    if (there) expected = await next(expectedDocuments);
  }

  function record(id: string, found: StoredDocument | null, rebuilt: StoredDocument | null): void {
    // A count over a share of the documents says nothing about the total.
    if (share < 1 && (shareOf(id) >= share || isCount(stored, id))) return;
    if (found && found._position > upTo) {
      counts.moved_on++;
      return;
    }
    counts.compared++;
    const difference = differenceOf(id, found, rebuilt);
    if (!difference) return;
    counts.different++;
    if (differences.length < differencesShown) differences.push(difference);
  }

  return { ...counts, differences };
}

async function next(cursor: AsyncIterator<StoredDocument>): Promise<StoredDocument | null> {
  const step = await cursor.next();
  return step.done === true ? null : step.value;
}

function differenceOf(
  id: string,
  actual: StoredDocument | null,
  expected: StoredDocument | null,
): Difference | null {
  if (!actual) return expected && { id, kind: 'missing', members: [] };
  if (!expected) return { id, kind: 'unexpected', members: [] };
  if (bytesOf(actual).equals(bytesOf(expected))) return null;
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  const members = [...names].filter(
    (name) => !bytesOf(memberOf(actual, name)).equals(bytesOf(memberOf(expected, name))),
  );
  // The same members in another order are reported as all members.
  return { id, kind: 'different', members: members.length > 0 ? members : [...names] };
}

const bytesOf = (value: object): Buffer => Buffer.from(BSON.serialize(value));

const memberOf = (document: StoredDocument, name: string): object =>
  Object.fromEntries(Object.entries(document).filter(([key]) => key === name));
