import type { ReadStore } from '../../coordination/read-store.ts';
import type { Projection } from '../../projections/projection.ts';
import { isCount, openDocuments } from '../../projections/runner/documents.ts';
import { documentsOf } from './documents-of.ts';
import type { Fact } from './samples.ts';

/** Stores the documents of a history as a runner would, with the model's indexes. */
export async function fill(store: ReadStore, projection: Projection, ...history: Fact[]): Promise<void> {
  const documents = openDocuments(store, projection);
  await documents.createIndexes();
  const made = Object.entries(documentsOf(projection, ...history));
  const known = await documents.load(made.map(([id]) => id).filter((id) => isCount(projection, id)));
  await documents.write(known, new Map(made.map(([id, doc]) => [id, { position: 1n, doc }])));
}
