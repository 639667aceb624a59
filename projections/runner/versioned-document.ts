import type { Document } from '../projection.ts';

/** A document with the position of the last event applied to it; `doc` is null for a deleted document. */
export interface VersionedDocument {
  readonly position: bigint;
  readonly doc: Document | null;
}
