import type { Traits } from '../behaviour.ts';
import { consumerTooSlow, handlerFault } from '../errors.ts';
import { responseOf } from '../storage/record.ts';
import type { Store } from '../storage/store.ts';
import { caughtUp, checkpoint, confirmation } from '../wire/responses.ts';
import { isBoundary, searchPage } from './all-search.ts';
import type { AllStart } from './all-subscription.ts';
import { type Filtering, type LiveChannel, openLiveChannel } from './live-channel.ts';
import { aheadOf, atEvent, type Place } from './positions.ts';
import type { Steps } from './sources.ts';

/**
 * Follows `$all` as 23.10 does: it catches up once, without a checkpoint at the end.
 * @throws CallError if it begins inside a record, or live events did not fit the channel
 */
export function* followAllOnce(
  store: Store,
  start: AllStart,
  filtering: Filtering | undefined,
  traits: Traits,
): Steps {
  if (typeof start === 'object' && !isBoundary(store, start)) throw handlerFault();
  yield [confirmation()];
  let counted = 0;
  if (start !== 'end') {
    let from: Place = start === 'start' ? aheadOf(0) : searchPage(store, start, undefined, 1).next;
    for (;;) {
      const page = searchPage(store, from, filtering);
      const responses = page.found.map(({ record }) => responseOf(record));
      counted += page.considered;
      if (page.atEnd) {
        // Later commits come through the live channel.
        return yield* goLive(openLiveChannel(store, filtering, traits, counted), responses);
      }
      if (filtering && counted >= filtering.checkpointEvery) {
        counted %= filtering.checkpointEvery;
        const last = page.found.at(-1);
        responses.push(checkpoint(last ? atEvent(last.at) : from));
      }
      yield responses;
      from = page.next;
    }
  }
  return yield* goLive(openLiveChannel(store, filtering, traits), []);
}

function* goLive(live: LiveChannel, found: readonly Buffer[]): Steps {
  yield [...found, caughtUp];
  for (;;) {
    const received = live.receive();
    const responses = received?.items.map(({ at, event }) =>
      event ? responseOf(event) : checkpoint(atEvent(at)),
    );
    yield responses ?? 'wait';
    if (received?.isFull) throw consumerTooSlow();
  }
}
