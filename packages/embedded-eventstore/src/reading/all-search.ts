import type { Found } from '../storage/record.ts';
import type { Tables } from '../storage/store.ts';
import type { Filter } from './filter.ts';
import { aheadOf, atEvent, comparePlaces, type Place } from './positions.ts';

/** The search of a reader of `$all`. */
export interface Search {
  readonly wanted: Filter;
  /** The events that one page examines. */
  readonly window: number;
}

/** The most events that a subscription reads at once, as in the real server. */
const pageSize = 32;

const everything: Search = { wanted: () => true, window: Infinity };

/** A page of a search. */
export interface SearchedPage {
  readonly found: readonly Found[];
  /** The number of events examined. */
  readonly considered: number;
  /** The start of the next page. */
  readonly next: Place;
  /** Whether the search reached the end of the log; false if the limits of the page ended it, wherever. */
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

/** Whether a reader can begin at a place, which is not inside a record. */
export function isBoundary({ log }: Pick<Tables, 'log'>, { commit }: Place): boolean {
  for (const { key, value } of log.getRange({ start: commit - 1, reverse: true, limit: 1 })) {
    return commit >= key + value.length;
  }
  return true;
}
