import type { Traits } from '../behaviour.ts';
import { consumerTooSlow, streamDeleted } from '../errors.ts';
import { type Found, responseOf } from '../storage/record.ts';
import type { Store } from '../storage/store.ts';
import { caughtUp, confirmation, streamNotFound } from '../wire/responses.ts';
import type { Filter } from './filter.ts';
import { allPage, type Direction, type Page, streamPage, streamState } from './pages.ts';

/** Encoded responses, a page at a time. */
export interface Source {
  /**
   * The next responses; `'wait'` when there are none until the next commit, `'end'` when there are no more.
   * @throws CallError to end the call
   */
  pull(): readonly Buffer[] | 'wait' | 'end';
}

/** The start of a reader of `$all` or of a stream. */
export type Start = number | 'start' | 'end';

const everyEvent: Filter = () => true;
const respond = ({ record }: Found): Buffer => responseOf(record);

/** Turns pages into a source that ends with the last event or after `count` of them. */
function countedSource(count: number, nextPage: () => Page, wanted: Filter = everyEvent): Source {
  let left = count;
  let more = true;
  return {
    pull() {
      if (!more || left <= 0) return 'end';
      const page = nextPage();
      const responses = page.found
        .filter(({ record }) => wanted(record))
        .slice(0, left)
        .map(respond);
      left -= responses.length;
      more = page.more;
      return responses;
    },
  };
}

/** The events of `$all` that existed when the read began. */
export function allRead(
  store: Store,
  direction: Direction,
  start: Start,
  count: number,
  wanted?: Filter,
): Source {
  const { last } = store.tail();
  const forwards = direction === 'forwards';
  let from = start === 'start' ? 0 : start === 'end' ? last + 1 : start;
  const nextPage = (): Page => {
    const page = allPage(store, direction, from);
    const found = forwards ? page.found.filter(({ at }) => at <= last) : page.found;
    const end = found.at(-1);
    if (end) from = forwards ? end.at + 1 : end.at;
    return { found, more: page.more && found.length === page.found.length };
  };
  return countedSource(count, nextPage, wanted);
}

/** The events of a stream that existed when the read began. */
export function streamRead(
  store: Store,
  stream: string,
  direction: Direction,
  start: Start,
  count: number,
): Source {
  const state = streamState(store, stream);
  if (state === 'deleted') throw streamDeleted(stream);
  if (state === 'not-found') return once(streamNotFound(stream));
  const forwards = direction === 'forwards';
  let from = start === 'start' ? 0 : start === 'end' ? (forwards ? state.last + 1 : state.last) : start;
  return countedSource(count, () => {
    const page = streamPage(store, stream, state, direction, from);
    const end = page.found.at(-1);
    if (end) from = forwards ? end.at + 1 : end.at - 1;
    return page;
  });
}

function once(response: Buffer): Source {
  let sent = false;
  return {
    pull() {
      if (sent) return 'end';
      sent = true;
      return [response];
    },
  };
}

/** The steps of a subscription; `'wait'` until the next commit. */
export type Steps<End = never> = Generator<readonly Buffer[] | 'wait', End, void>;

export function stepwise(steps: Steps): Source {
  return { pull: () => steps.next().value };
}

/**
 * Follows a stream after a revision: it catches up, reports that, and does so again whenever live events did not fit.
 * @throws CallError if the stream is deleted for good, and as 23.10 if live events did not fit
 */
export function* followStream(store: Store, stream: string, start: Start, traits: Traits): Steps {
  const first = streamState(store, stream);
  const last = typeof first === 'object' ? first.last : -1;
  let from = start === 'start' ? 0 : start === 'end' ? last + 1 : start + 1;
  // 23.10 waits for the stream before it reports that it has caught up.
  let hasCaughtUp = traits.catchesUpAgain || start === 'end';
  let isLive = false;
  let atOnce = 0;
  yield [confirmation()];
  for (;;) {
    const page = nextPage();
    const responses = page.found.map(respond);
    hasCaughtUp ||= responses.length > 0;
    atOnce += responses.length;
    if (isLive && atOnce > traits.liveEvents) {
      if (!traits.catchesUpAgain) throw consumerTooSlow();
      isLive = false;
    }
    if (!page.more && hasCaughtUp && !isLive) {
      isLive = true;
      yield [...responses, caughtUp];
    } else yield responses.length === 0 ? 'wait' : responses;
    if (!page.more) atOnce = 0;
  }

  function nextPage(): Page {
    const state = streamState(store, stream);
    if (state === 'deleted') throw streamDeleted(stream);
    if (state === 'not-found' || state.last < from) return { found: [], more: false };
    const page = streamPage(store, stream, state, 'forwards', from);
    from = page.more ? (page.found.at(-1)?.at ?? from) + 1 : state.last + 1;
    return page;
  }
}
