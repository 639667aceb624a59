import { ApiError } from '../errors/errors.ts';

/** How soon a refused request may be repeated, in s. */
const retryAfter = '10';

interface ExportLimits {
  /** The most archives of one account. */
  readonly perAccount: number;
  /** The most archives of all accounts. */
  readonly perProcess: number;
}

/**
 * Limits the archives that a process writes at the same time: each reads everything of an account, for as long as the download takes.
 */
export function exportSlots({ perAccount, perProcess }: ExportLimits) {
  const written = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Takes a slot for an archive.
     * @returns its release, which works once
     * @throws ApiError `rate_limited` while all are taken
     */
    take(accountId: string): () => void {
      const own = written.get(accountId) ?? 0;
      if (own >= perAccount || total >= perProcess)
        throw new ApiError('rate_limited', {
          message:
            own >= perAccount
              ? 'Another export of the account is being downloaded. Wait until it ends.'
              : 'Too many accounts are being exported. Try again in a moment.',
          headers: { 'retry-after': retryAfter },
        });
      written.set(accountId, own + 1);
      total += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        total -= 1;
        const left = (written.get(accountId) ?? 1) - 1;
        if (left > 0) written.set(accountId, left);
        else written.delete(accountId);
      };
    },
  };
}
