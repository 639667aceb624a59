import { createHash } from 'node:crypto';
import { type Collection, MongoClient } from 'mongodb';
import { type Keyset, olderThan } from '../../../../projections/queries/keyset.ts';
import { submissionIndexes } from '../../../../projections/read-models/submissions/document.ts';
import { submissions } from '../../../../projections/read-models/submissions/projection.ts';
import type { Context } from '../harness/context.ts';
import { inLanes } from '../harness/rounds.ts';

const account = 'account-1';
const database = 'bench';
const collectionName = 'submissions';
export const namespace = `${database}.${collectionName}`;

/** Those of the service's submissions: three. */
export const indexes = submissions.indexes;

export type Submission = ReturnType<typeof submission>;

/** Ids fall anywhere in the index, as random ones do, but the same in every run. */
const idOf = (n: number): string => createHash('md5').update(String(n)).digest('base64url');
const timeOf = (n: number): string => new Date(Date.UTC(2024, 0, 1) + n * 1000).toISOString();

/** The n-th document, the oldest first: what the service stores of a submission, about 600 bytes. */
export const submission = (n: number) => ({
  _id: idOf(n),
  account_id: account,
  form_id: `form-${n % 100}`,
  form_title: 'Registration for the summer course',
  form_version: 3,
  is_complete: n % 10 !== 0,
  submitted_at: timeOf(n),
  created_at: timeOf(n),
  source: { kind: 'api', key_id: 'key-1' },
  answers: Array.from({ length: 4 }, (_, field) => ({
    key: `field_${field}`,
    type: 'text',
    label: `Question ${field}`,
    value: `what was answered to question ${field}`,
  })),
  payment: null,
  _position: BigInt(n) * 700n,
});

/** A client of the database, and its collection with the indexes; closed with the row. */
export async function openCollection(context: Context, url: string): Promise<Collection<Submission>> {
  const client = await MongoClient.connect(url, { useBigInt64: true });
  context.onRelease(() => client.close());
  const collection = client.db(database).collection<Submission>(collectionName);
  await collection.createIndexes(indexes.map(({ keys }) => ({ key: keys })));
  return collection;
}

export const batchSize = 500;

/** The upserts of one bulk write. */
export type Batch = ReturnType<typeof batchFrom>;

/** Upserts of the documents from the `first` on. */
export const batchFrom = (first: number) =>
  Array.from({ length: batchSize }, (_, at) => {
    const { _id, ...replacement } = submission(first + at);
    return { replaceOne: { filter: { _id }, replacement, upsert: true } };
  });

/** Stores new documents in one bulk write. */
export async function writeBatch(collection: Collection<Submission>, batch: Batch): Promise<void> {
  const { upsertedCount } = await collection.bulkWrite(batch, { ordered: false });
  if (upsertedCount !== batch.length)
    throw new Error(`${upsertedCount} of ${batch.length} documents were new`);
}

/** Stores the first `count` documents. */
export async function storeDocuments(collection: Collection<Submission>, count: number): Promise<void> {
  await inLanes(count / batchSize, 2, (lane, turn) =>
    writeBatch(collection, batchFrom((turn * 2 + lane) * batchSize)),
  );
}

export const pageSize = 50;

/** The place of the n-th document in the list. */
export const placeOf = (n: number): Keyset => ({ at: timeOf(n), id: idOf(n) });

/** One page of the list, newest first, as the service asks for it; after a place, or from the newest. */
export async function readPage(collection: Collection<Submission>, after?: Keyset): Promise<void> {
  const found = await collection
    .find({
      $and: [{ account_id: account, is_complete: { $in: [true, false] } }, olderThan('submitted_at', after)],
    })
    .sort({ submitted_at: -1, _id: -1 })
    .hint(submissionIndexes.ofAccount)
    .limit(pageSize)
    .toArray();
  if (found.length !== pageSize) throw new Error(`a page of ${found.length} documents`);
}
