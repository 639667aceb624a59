import {
  type AnyBulkWriteOperation,
  BSON,
  type Collection,
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  ReadConcern,
} from 'mongodb';
import { Fenced } from '../../coordination/leases/lease.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import { collectionsOf, type Stored } from '../collections.ts';
import { EventRefused, faultOf } from '../parking/parking.ts';
import { type Document, modelId, type Projection } from '../projection.ts';
import { isState } from './beginnings.ts';
import type { VersionedDocument } from './versioned-document.ts';

type StoredDocument = Stored<Document>;
type Change = readonly [id: string, versioned: VersionedDocument];

/** Reads and writes the documents of one read model, for its runner. */
export interface Documents {
  createIndexes(): Promise<void>;
  /** Removes all documents. */
  clear(): Promise<void>;
  /** Returns the stored documents by key; a missing document has no entry. */
  load(keys: readonly string[]): Promise<ReadonlyMap<string, VersionedDocument>>;
  /**
   * Writes each change if its stored document is still as in `known`: counts first, states of accounts last.
   * @throws Fenced if a document differs, since another process then writes to this model; EventRefused if
   * the store cannot hold a document
   */
  write(
    known: ReadonlyMap<string, VersionedDocument>,
    changes: ReadonlyMap<string, VersionedDocument>,
  ): Promise<void>;
}

const duplicateKey = 11000;

/** Whether this is a counting document of the projection. */
export const isCount = ({ counter }: Pick<Projection, 'counter'>, id: string): boolean =>
  counter !== undefined && id.startsWith(counter.prefix);

/**
 * MongoDB's error codes for a document that is too large (10334, 17419, 17420) or cannot be indexed (171,
 * 17280).
 */
const documentErrorCodes: readonly unknown[] = [10_334, 17_419, 17_420, 171, 17_280];

/** Whether the document caused the error, and not the store. */
const isDocumentError = (error: unknown): boolean =>
  error instanceof MongoInvalidArgumentError ||
  // The driver's buffer is little larger than the largest document.
  error instanceof RangeError ||
  error instanceof BSON.BSONError ||
  (error instanceof MongoBulkWriteError && documentErrorCodes.includes(error.code));

/** Sorts changes as lists do: what is written in this order comes at the end of their indexes, whose pages fill up. */
function inOrder(
  { accountListing }: Pick<Projection, 'accountListing'>,
  changes: readonly Change[],
): Change[] {
  const at = typeof accountListing === 'object' ? accountListing.at : undefined;
  const placeOf = ([id, { doc }]: Change): string => `${at === undefined ? '' : String(doc?.[at])} ${id}`;
  return changes
    .map((change) => ({ change, place: placeOf(change) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ change }) => change);
}

export function openDocuments(store: ReadStore, projection: Projection): Documents {
  const collection: Collection<StoredDocument> = collectionsOf(store)(projection);
  const { indexes } = projection;

  async function createIndexes(): Promise<void> {
    if (indexes.length === 0) return;
    await collection.createIndexes(indexes.map(({ keys, ...options }) => ({ key: { ...keys }, ...options })));
  }

  async function load(keys: readonly string[]): Promise<ReadonlyMap<string, VersionedDocument>> {
    if (keys.length === 0) return new Map();
    // A write of a single member may be rolled back while a checkpoint that depends on it stays.
    const found = await collection
      .find({ _id: { $in: [...keys] } }, { readConcern: ReadConcern.MAJORITY })
      .toArray();
    return new Map(found.map((stored) => [stored._id, versionedOf(stored)]));
  }

  /** Counts are stored in the order of the writes, each before the documents of its write. */
  let lastCountWrite: Promise<void> = Promise.resolve();

  async function write(
    known: ReadonlyMap<string, VersionedDocument>,
    changes: ReadonlyMap<string, VersionedDocument>,
  ): Promise<void> {
    const [counts, others, states]: [Change[], Change[], Change[]] = [[], [], []];
    const groupOf = (id: string) =>
      isCount(projection, id) ? counts : isState(projection, id) ? states : others;
    for (const change of changes) groupOf(change[0]).push(change);
    if (counts.length > 0) {
      const before = lastCountWrite;
      lastCountWrite = before.then(() => writeAll(known, counts));
      await lastCountWrite;
    }
    await writeAll(known, others);
    await writeAll(known, states);
  }

  async function writeAll(
    known: ReadonlyMap<string, VersionedDocument>,
    changes: readonly Change[],
  ): Promise<void> {
    if (changes.length === 0) return;
    const operations = inOrder(projection, changes).map(([id, versioned]) =>
      guarded(id, known.get(id), versioned),
    );
    try {
      const { insertedCount, matchedCount } = await collection.bulkWrite(operations, { ordered: false });
      if (insertedCount + matchedCount < changes.length) throw new Fenced(modelId(projection));
    } catch (error) {
      if (error instanceof MongoBulkWriteError && error.code === duplicateKey)
        throw new Fenced(modelId(projection));
      throw isDocumentError(error) ? new EventRefused(faultOf('document', error), error) : error;
    }
  }

  async function clear(): Promise<void> {
    await collection.deleteMany({});
  }

  return { createIndexes, clear, load, write };
}

function versionedOf({ _id, _position, _deleted, ...doc }: StoredDocument): VersionedDocument {
  return { position: _position, doc: _deleted ? null : doc };
}

function guarded(
  id: string,
  before: VersionedDocument | undefined,
  { position, doc }: VersionedDocument,
): AnyBulkWriteOperation<StoredDocument> {
  const frame = doc ? { _position: position } : { _position: position, _deleted: true as const };
  return before
    ? { replaceOne: { filter: { _id: id, _position: before.position }, replacement: { ...doc, ...frame } } }
    : { insertOne: { document: { _id: id, ...doc, ...frame } } };
}
