import { ApiError } from '../errors/errors.ts';

/** How soon a refused request may be repeated, in s. */
const retryAfter = '10';

interface ExportLimits {
  /** The most archives of one account. */
  readonly perAccount: number;
  /** The most archives that a key, a person or an operator downloads, of any accounts. */
  readonly perCaller: number;
  /** The most archives of all accounts. */
  readonly perProcess: number;
}

interface Taker {
  readonly accountId: string;
  /** Names the key, the person or the operator. */
  readonly caller: string;
}

/**
 * Limits the archives that a process writes at the same time: each reads everything of an account, for as long as the download takes.
 */
export function exportSlots({ perAccount, perCaller, perProcess }: ExportLimits) {
  const accounts = openCounts();
  const callers = openCounts();
  let total = 0;

  function refusalOf({ accountId, caller }: Taker): string | null {
    if (accounts.of(accountId) >= perAccount)
      return 'Another export of the account is being downloaded. Wait until it ends.';
    if (callers.of(caller) >= perCaller)
      return 'Several exports are being downloaded with your credentials. Wait until one of them ends.';
    return total >= perProcess ? 'Too many accounts are being exported. Try again in a moment.' : null;
  }

  return {
    /**
     * Takes a slot for an archive.
     * @returns its release, which works once
     * @throws ApiError `rate_limited` while all are taken
     */
    take(taker: Taker): () => void {
      const message = refusalOf(taker);
      if (message !== null)
        throw new ApiError('rate_limited', { message, headers: { 'retry-after': retryAfter } });
      accounts.add(taker.accountId, 1);
      callers.add(taker.caller, 1);
      total += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        accounts.add(taker.accountId, -1);
        callers.add(taker.caller, -1);
        total -= 1;
      };
    },
  };
}

/** Numbers by names, which hold nothing for a number of 0. */
function openCounts() {
  const counts = new Map<string, number>();
  const of = (name: string): number => counts.get(name) ?? 0;
  return {
    of,
    add(name: string, change: number): void {
      const count = of(name) + change;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}
