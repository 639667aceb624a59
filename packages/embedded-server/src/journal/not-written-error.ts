/** The reason why a write is impossible. */
export type Obstacle =
  /** The disk is full, or a quota or limit is reached. */
  | 'no-space'
  /** The file has become read-only. */
  | 'read-only'
  /** A file was deleted or moved: writes to it would be lost at the next start. */
  | 'gone'
  | 'unknown';

/** A write failed as a whole: none of it is on disk. */
export class NotWrittenError extends Error {
  override readonly name = 'NotWrittenError';
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle, message: string, cause?: unknown) {
    super(message, { cause });
    this.obstacle = obstacle;
  }
}

/** EIO, EFBIG, ENOSPC and EDQUOT, also of a write that ends halfway. */
const noSpace: readonly number[] = [5, 27, 28, 122];
/** EPERM, EACCES and EROFS. */
const readOnly: readonly number[] = [1, 13, 30];

/** The error for a failed write, by the error of the system or of LMDB. */
export function notWritten(reason: unknown): NotWrittenError {
  if (reason instanceof NotWrittenError) return reason;
  const number = Math.abs(numberOf(reason, 'errno') ?? numberOf(reason, 'code') ?? 0);
  if (noSpace.includes(number))
    return new NotWrittenError('no-space', `the disk may be full: ${String(reason)}`, reason);
  if (readOnly.includes(number))
    return new NotWrittenError('read-only', `the data cannot be written: ${String(reason)}`, reason);
  return new NotWrittenError('unknown', String(reason), reason);
}

/**
 * MDB_CORRUPTED, MDB_BAD_TXN and MDB_PROBLEM. Now and then LMDB takes its list of free pages for damaged ("reserved
 * freelist had a data entry with zero-size"), undoes the transaction, and reads the list again for the next one.
 */
const passing: readonly (number | undefined)[] = [-30796, -30782, -30779];

/** Whether a repetition of the same commit can succeed. */
export const isPassing = (reason: unknown): boolean => passing.includes(numberOf(reason, 'code'));

/** System errors have a negative `errno`, those of LMDB a `code`. */
function numberOf(reason: unknown, name: 'errno' | 'code'): number | undefined {
  const value: unknown =
    reason instanceof Error ? Object.getOwnPropertyDescriptor(reason, name)?.value : undefined;
  return typeof value === 'number' ? value : undefined;
}
