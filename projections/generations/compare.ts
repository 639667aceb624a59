import { BSON } from 'mongodb';
import { isCount } from '../runner/documents.ts';
import type { CheckReport, Difference } from './generations.ts';
import { shareOf } from './bloom-filter.ts';
import type { Projection } from '../projection.ts';
import type { ReadStore } from '../../read-store/read-store.ts';
import { collectionsOf, type Stored } from '../collections.ts';

type StoredDocument = Stored<Readonly<Record<string, unknown>>>;

const differencesShown = 1_000;

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
  }: {
    readonly stored: Projection;
    readonly folded: Projection;
    readonly share: number;
    readonly upTo: bigint;
  },
  signal: AbortSignal,
): Promise<Omit<CheckReport, 'at'>> {
  const inOrder = (projection: Projection) =>
    collectionsOf(store)(projection).find().sort({ _id: 1 })[Symbol.asyncIterator]();
  const found = inOrder(stored);
  const wanted = inOrder(folded);
  const differences: Difference[] = [];
  const counts = { compared: 0, moved_on: 0, different: 0 };
  let is = await next(found);
  let should = await next(wanted);
  while (is || should) {
    signal.throwIfAborted();
    const id = is && should ? (is._id < should._id ? is._id : should._id) : (is ?? should)?._id;
    if (id === undefined) break;
    const here = is?._id === id ? is : null;
    const there = should?._id === id ? should : null;
    note(id, here, there);
    if (here) is = await next(found);
    if (there) should = await next(wanted);
  }

  function note(id: string, here: StoredDocument | null, there: StoredDocument | null): void {
    // A count over a share of the documents says nothing about the total.
    if (share < 1 && (shareOf(id) >= share || isCount(stored, id))) return;
    if (here && here._position > upTo) {
      counts.moved_on++;
      return;
    }
    counts.compared++;
    const difference = differenceOf(id, here, there);
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
  here: StoredDocument | null,
  there: StoredDocument | null,
): Difference | null {
  if (!here) return there && { id, kind: 'missing', members: [] };
  if (!there) return { id, kind: 'unexpected', members: [] };
  if (bytesOf(here).equals(bytesOf(there))) return null;
  const names = new Set([...Object.keys(here), ...Object.keys(there)]);
  const members = [...names].filter(
    (name) => !bytesOf(memberOf(here, name)).equals(bytesOf(memberOf(there, name))),
  );
  // The same members in another order are reported as all members.
  return { id, kind: 'different', members: members.length > 0 ? members : [...names] };
}

const bytesOf = (value: object): Buffer => Buffer.from(BSON.serialize(value));

const memberOf = (document: StoredDocument, name: string): object =>
  Object.fromEntries(Object.entries(document).filter(([key]) => key === name));
