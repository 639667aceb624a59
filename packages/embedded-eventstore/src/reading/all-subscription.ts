import type { Traits } from '../behaviour.ts';
import { invalidPosition } from '../errors.ts';
import { responseOf } from '../storage/record.ts';
import type { Store } from '../storage/store.ts';
import { caughtUp, checkpoint, confirmation } from '../wire/responses.ts';
import { isBoundary, searchPage } from './all-search.ts';
import { type Filtering, type LiveItem, openLiveChannel } from './live-channel.ts';
import { aheadOf, atEvent, beforeAll, comparePlaces, later, type Place } from './positions.ts';
import type { Steps } from './sources.ts';

/** The start of a subscription to `$all`: after a place, or at one of the ends. */
export type AllStart = Place | 'start' | 'end';

/**
 * Follows `$all` as servers since 24.2 do: events that do not fit the live channel are read from the log.
 * @throws CallError if it begins inside a record
 */
export function* followAll(
  store: Store,
  start: AllStart,
  filtering: Filtering | undefined,
  traits: Traits,
): Steps {
  const live = openLiveChannel(store, filtering, traits);
  const end = atEvent(store.tail().last);
  const checkpointsAt = filtering ? createCheckpoints(traits) : () => [];
  let reached = start === 'start' ? beforeAll : start === 'end' ? end : start;
  yield [confirmation()];
  if (comparePlaces(reached, end) >= 0) yield* goLive();
  for (;;) {
    yield* catchUp();
    // At a place before a record, the record is still to be sent.
    if (!filtering) live.skipTo(reached.prepare < reached.commit ? reached.commit - 1 : reached.commit);
    yield* goLive();
  }

  function* catchUp(): Steps<void> {
    let from = reached === beforeAll ? aheadOf(0) : reached;
    if (!isBoundary(store, from)) throw invalidPosition();
    let counted = 0;
    for (;;) {
      const page = searchPage(store, from, filtering);
      const responses: Buffer[] = [];
      for (const { at, record } of page.found) {
        if (comparePlaces(atEvent(at), reached) <= 0) continue;
        responses.push(responseOf(record));
        reached = atEvent(at);
      }
      if (page.atEnd) {
        if (traits.endOfCatchUp === 'start of last page') reached = later(reached, from);
        if (traits.endOfCatchUp === 'start of log') reached = later(reached, aheadOf(0));
        return yield [...responses, ...checkpointsAt(reached)];
      }
      counted += page.considered;
      if (filtering && counted >= filtering.checkpointEvery) {
        counted %= filtering.checkpointEvery;
        reached = later(reached, from);
        responses.push(...checkpointsAt(reached));
      }
      yield responses;
      from = page.next;
    }
  }

  /** Ends when more events were committed than the channel holds: they are read from the log. */
  function* goLive(): Steps<void> {
    yield [caughtUp];
    for (;;) {
      const received = live.receive();
      const items = received?.items.filter((item) => !isBehind(item, reached)) ?? [];
      if (received?.isFull && items.length > 0) return yield checkpointsAt(reached);
      const responses: Buffer[] = [];
      for (const { at, event } of items) {
        reached = atEvent(at);
        responses.push(...(event ? [responseOf(event)] : checkpointsAt(reached)));
      }
      yield received ? responses : 'wait';
    }
  }
}

/** Events are behind the place that was sent last, checkpoints at it or behind it. */
const isBehind = ({ at, event }: LiveItem, reached: Place): boolean =>
  comparePlaces(atEvent(at), reached) < (event ? 1 : 0);

/** The checkpoint to send for a place: none if the client has this one or a later one. */
function createCheckpoints({ sendsPlaceBeforeAll }: Traits): (place: Place) => readonly Buffer[] {
  let latest: Place | undefined;
  return (place) => {
    if (place === beforeAll && !sendsPlaceBeforeAll) return [];
    // The numbers of the protocol have no sign: in it, this place comes after all others.
    const sent = place === beforeAll ? { commit: Infinity, prepare: Infinity } : place;
    if (latest && comparePlaces(sent, latest) <= 0) return [];
    latest = sent;
    return [checkpoint(place)];
  };
}
