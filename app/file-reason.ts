import { getSystemErrorMap } from 'node:util';

/** The operating system's reason why a file could not be read or written. */
export function fileReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? Number(error.errno) : 0;
  return getSystemErrorMap().get(number)?.[1] ?? error.message;
}
