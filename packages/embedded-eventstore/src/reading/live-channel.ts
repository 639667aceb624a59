import type { Traits } from '../behaviour.ts';
import type { Found } from '../storage/record.ts';
import type { Store } from '../storage/store.ts';
import type { Search } from './all-search.ts';
import { allPage } from './pages.ts';

/** What a filtered subscription searches for. */
export interface Filtering extends Search {
  /** A checkpoint is sent after this many events were looked at. */
  readonly checkpointEvery: number;
}

/** An event, or a checkpoint at its position. */
export interface LiveItem {
  readonly at: number;
  /** The stored event; undefined for a checkpoint. */
  readonly event: Buffer | undefined;
}

/** What was committed since the last look. */
interface Received {
  /** As many as the channel holds. */
  readonly items: readonly LiveItem[];
  /** Whether more came at once than it holds. */
  readonly isFull: boolean;
}

/** What is committed from its opening on, as the real server hands it to a subscription. */
export interface LiveChannel {
  /** Takes the committed events; undefined if there are none. */
  receive(): Received | undefined;
  /** Passes over everything up to a position. */
  skipTo(position: number): void;
}

/** @param counted how many events were looked at since the last checkpoint */
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
        // What was removed meanwhile is not found.
        received = written.at(-1)?.at ?? last;
      }
      return { items: items.slice(0, liveEvents), isFull: items.length > liveEvents };
    },
    skipTo(position) {
      received = Math.max(received, position);
    },
  };
}
