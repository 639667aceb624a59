import type { Collection } from 'mongodb';
import type { ReadStore } from '../coordination/read-store.ts';
import { type Document, modelId, type Projection } from './projection.ts';

/** A document as stored. A deleted document leaves only this frame, with `_deleted`. */
export type Stored<D> = D & {
  readonly _id: string;
  /** The log position of the last event applied to the document. */
  readonly _position: bigint;
  readonly _deleted?: true;
};

/** Returns the collection that holds the documents of a model's generation. */
export type CollectionOf = <D extends Document>(model: Projection<D>) => Collection<Stored<D>>;

/** The collections of a store, each under the id of its generation. */
export const collectionsOf =
  (store: Pick<ReadStore, 'collection'>): CollectionOf =>
  (model) =>
    store.collection(modelId(model));
