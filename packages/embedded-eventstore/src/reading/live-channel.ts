import type { Traits } from '../behaviour.ts';
import type { Found } from '../storage/record.ts';
import type { Store } from '../storage/store.ts';
import type { Search } from './all-search.ts';
import { allPage } from './pages.ts';

/** The search of a filtered subscription. */
export interface Filtering extends Search {
  /** A checkpoint is sent after this many events, whether or not they match. */
  readonly checkpointEvery: number;
}

/** An event, or a checkpoint at its position. */
export interface LiveItem {
  readonly at: number;
  /** The stored event; undefined for a checkpoint. */
  readonly event: Buffer | undefined;
}

/** The events committed since the last take. */
interface Received {
  /** As many events as the channel holds. */
  readonly items: readonly LiveItem[];
  /** Whether more events came than it holds. */
  readonly isFull: boolean;
}

/** The events committed since it was opened, as the real server gives them to a subscription. */
export interface LiveChannel {
  /** Takes the committed events; undefined if there are none. */
  receive(): Received | undefined;
  /** Skips all events up to a position. */
  skipTo(position: number): void;
}

/** @param counted the events examined since the last checkpoint */
export function openLiveChannel(
  store: Store,
  filtering: Filtering | undefined,
  { liveEvents }: Traits,
  counted = 0,
): LiveChannel {
  let received = store.tail().last;
  let sinceCheckpoint = counted;

  function* itemsOf({ at, record }: Found): Generator<LiveItem, void, void> {
    if (!filtering || filtering.wanted(record)) yield { at, event: record };
    sinceCheckpoint += 1;
    if (!filtering || sinceCheckpoint < filtering.checkpointEvery) return;
    sinceCheckpoint = 0;
    yield { at, event: undefined };
  }

  return {
    receive() {
      const { last } = store.tail();
      if (received >= last) return undefined;
      const items: LiveItem[] = [];
      while (received < last && items.length <= liveEvents) {
        const written = store.justWritten(received) ?? allPage(store, 'forwards', received + 1).found;
        for (const found of written) items.push(...itemsOf(found));
        // An event that was removed in the meantime is not found.
        received = written.at(-1)?.at ?? last;
      }
      return { items: items.slice(0, liveEvents), isFull: items.length > liveEvents };
    },
    skipTo(position) {
      received = Math.max(received, position);
    },
  };
}
