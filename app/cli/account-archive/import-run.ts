import type { Archive } from './open-archive.ts';
import type { Importing } from './target-account.ts';

/** The numbers of an import so far. */
export interface Tally {
  submissions: number;
  /** The submissions that the service had stored before this run. */
  replayed: number;
  files: number;
}

export interface ImportRun {
  readonly importing: Importing;
  readonly archive: Archive;
  readonly tally: Tally;
  /** Once aborted, nothing further is sent. */
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}
