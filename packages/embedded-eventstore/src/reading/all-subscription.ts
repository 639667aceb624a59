import type { Traits } from '../behaviour.ts';
import { invalidPosition } from '../errors.ts';
import { responseOf } from '../storage/record.ts';
import type { Store } from '../storage/store.ts';
import { caughtUp, checkpoint, confirmation } from '../wire/responses.ts';
import { isBoundary, searchPage } from './all-search.ts';
import { type Filtering, type LiveItem, openLiveChannel } from './live-channel.ts';
import { aheadOf, atEvent, beforeAll, comparePlaces, later, type Place } from './positions.ts';
import type { Steps } from './sources.ts';

/** Where a subscription to `$all` begins: after a place, or at one of the ends. */
export type AllStart = Place | 'start' | 'end';

/**
 * Follows `$all` as servers from 24.2 on do: events that do not fit the live channel are read from the log.
 * @throws CallError where it begins inside a record
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
    // Ahead of a record, that record is still to come.
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

  /** Ends where more was committed at once than the channel holds: the log is read for it. */
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

/** Events have to be after the place that was sent last, checkpoints may be there. */
const isBehind = ({ at, event }: LiveItem, reached: Place): boolean =>
  comparePlaces(atEvent(at), reached) < (event ? 1 : 0);

/** What to send as the checkpoint of a place: nothing where the client has it, or a later one. */
function createCheckpoints({ sendsPlaceBeforeAll }: Traits): (place: Place) => readonly Buffer[] {
  let latest: Place | undefined;
  return (place) => {
    if (place === beforeAll && !sendsPlaceBeforeAll) return [];
    // The numbers of the protocol have no sign: this place comes after all others there.
    const sent = place === beforeAll ? { commit: Infinity, prepare: Infinity } : place;
    if (latest && comparePlaces(sent, latest) <= 0) return [];
    latest = sent;
    return [checkpoint(place)];
  };
}
