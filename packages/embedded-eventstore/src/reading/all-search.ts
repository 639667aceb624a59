import type { Found } from '../storage/record.ts';
import type { Tables } from '../storage/store.ts';
import type { Filter } from './filter.ts';
import { aheadOf, atEvent, comparePlaces, type Place } from './positions.ts';

/** What a reader of `$all` looks for. */
export interface Search {
  readonly wanted: Filter;
  /** How many events one page looks at. */
  readonly window: number;
}

/** The most events that a subscription reads at once, as in the real server. */
const pageSize = 32;

const everything: Search = { wanted: () => true, window: Infinity };

/** A page of a search. */
export interface SearchedPage {
  readonly found: readonly Found[];
  /** How many events were looked at. */
  readonly considered: number;
  /** Where the next page begins. */
  readonly next: Place;
  /** Whether the search came to the end of the log. A page that its limits ended did not, wherever it ended. */
  readonly atEnd: boolean;
}

/** Searches the log from a place on, for at most `most` events. */
export function searchPage(
  { log }: Pick<Tables, 'log'>,
  from: Place,
  { wanted, window }: Search = everything,
  most = pageSize,
): SearchedPage {
  const found: Found[] = [];
  let considered = 0;
  let next = from;
  for (const { key, value } of log.getRange({ start: from.commit })) {
    if (found.length === most || considered === window) break;
    if (comparePlaces(atEvent(key), from) < 0) continue;
    considered += 1;
    if (wanted(value)) found.push({ at: key, record: value });
    next = aheadOf(key + value.length);
  }
  return { found, considered, next, atEnd: found.length < most && considered < window };
}

/** Whether a reader can begin at a place: not inside a record. */
export function isBoundary({ log }: Pick<Tables, 'log'>, { commit }: Place): boolean {
  for (const { key, value } of log.getRange({ start: commit - 1, reverse: true, limit: 1 })) {
    return commit >= key + value.length;
  }
  return true;
}
