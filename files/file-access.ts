import type { FileContents } from './file-contents.ts';

/** The file store, as commands use it. */
export type FileAccess = Pick<FileContents, 'describe' | 'remove'>;

/** For services without a file store: no file can be claimed. */
export const noFiles: FileAccess = {
  describe: () => Promise.resolve(null),
  remove: () => Promise.resolve(),
};
