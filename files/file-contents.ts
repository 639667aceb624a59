import type { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';

/** What is known of a content that is stored as a whole. */
export const StoredContent = Type.Object({
  fileId: Type.String(),
  accountId: Type.String(),
  formId: Type.String(),
  /** Cleaned. */
  name: Type.String(),
  /** In bytes. */
  size: Type.Integer({ minimum: 0 }),
  /** The media type that was found in the content. */
  type: Type.String(),
  /** Of the content, in hex. */
  sha256: Type.String(),
  /** Whether a scanner found nothing in it. */
  isScanned: Type.Optional(Type.Boolean()),
});
export type StoredContent = Static<typeof StoredContent>;

/** A part of a content, in bytes; both ends are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Something in the store, and when it was last written. */
export interface ContentEntry {
  readonly contentId: string;
  readonly changedAt: Date;
}

/** The store does not answer, has no room or lost a content. */
export class FileStoreUnavailable extends Error {
  constructor(
    message: string,
    readonly reason: 'full' | 'away' | 'missing',
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'FileStoreUnavailable';
  }
}

/** The contents of uploaded files, in a directory or in an S3 bucket. Every method throws FileStoreUnavailable. */
export interface FileContents {
  /** Returns the description of a complete content; null if the content is missing or incomplete. */
  describe(contentId: string): Promise<StoredContent | null>;
  /** Stores the description of a content durably, after the content itself. */
  seal(contentId: string, content: StoredContent): Promise<void>;
  /** @throws FileStoreUnavailable `missing` if there is no such content */
  read(contentId: string, range?: ByteRange): Promise<Readable>;
  /** The size in bytes of what is stored; null if nothing is. */
  sizeOf(contentId: string): Promise<number | null>;
  /** Removes a content and all that is known of it. Removing nothing has no effect. */
  remove(contentId: string): Promise<void>;
  /** Everything in the store, unfinished uploads included. */
  list(): AsyncIterable<ContentEntry>;
}
