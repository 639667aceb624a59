/** The part of the API of `yauzl` that is used. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    readonly fileName: string;
    readonly compressedSize: number;
    readonly uncompressedSize: number;
    readonly relativeOffsetOfLocalHeader: number;
    /** Whether it is neither encrypted nor compressed by another method than deflate. */
    canDecodeFileData(): boolean;
  }

  export interface ZipFile {
    readonly entryCount: number;
    readonly fileSize: number;
    eachEntry(): AsyncIterable<Entry>;
    /** Checks the size and the CRC-32 of the content while it is read. */
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    close(): void;
  }

  export function openPromise(
    path: string,
    options: { readonly autoClose: boolean; readonly strictFileNames: boolean },
  ): Promise<ZipFile>;
}
