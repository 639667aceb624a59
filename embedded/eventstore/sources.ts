import { streamDeleted } from './errors.ts';
import type { Filter } from './filter.ts';
import { allPage, streamPage, streamState, type Direction, type Page } from './pages.ts';
import { responseOf, type Found } from './record.ts';
import { caughtUp, checkpoint, confirmation, streamNotFound } from './responses.ts';
import type { Store } from './store.ts';

/** Encoded responses, a page at a time. */
export interface Source {
  /**
   * The next responses; `'wait'` when there are none until the next commit, `'end'` when there are no more.
   * @throws CallError to end the call
   */
  pull(): readonly Buffer[] | 'wait' | 'end';
}

/** Where a reader of `$all` or of a stream begins. */
export type Start = number | 'start' | 'end';

const anything: Filter = () => true;
const respond = ({ record }: Found): Buffer => responseOf(record);

/** Turns pages into a source that ends with the last event or after `count` of them. */
function countedSource(count: number, nextPage: () => Page, wanted: Filter = anything): Source {
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

/** The events of `$all` that were there when the read began. */
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

/** The events of a stream that were there when the read began. */
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

/** What a subscription asks of its events. */
interface Follower {
  nextPage(): Page;
  respond(found: Found): readonly Buffer[];
  /** What to send when the end is reached for the first time. */
  atEnd(): readonly Buffer[];
}

/** A source that never ends: it confirms, catches up, says so, and waits for more. */
function followingSource({ nextPage, respond, atEnd }: Follower): Source {
  let confirmed = false;
  let announced = false;
  return {
    pull() {
      if (!confirmed) {
        confirmed = true;
        return [confirmation()];
      }
      const page = nextPage();
      const responses = page.found.flatMap(respond);
      if (!page.more && !announced) {
        announced = true;
        return [...responses, ...atEnd(), caughtUp];
      }
      return page.found.length === 0 ? 'wait' : responses;
    },
  };
}

/** Follows a stream after a revision. */
export function streamSubscription(store: Store, stream: string, start: Start): Source {
  const first = streamState(store, stream);
  const last = typeof first === 'object' ? first.last : -1;
  let from = start === 'start' ? 0 : start === 'end' ? last + 1 : start + 1;
  const nextPage = (): Page => {
    const state = streamState(store, stream);
    if (state === 'deleted') throw streamDeleted(stream);
    if (state === 'not-found' || state.last < from) return { found: [], more: false };
    const page = streamPage(store, stream, state, 'forwards', from);
    from = page.more ? (page.found.at(-1)?.at ?? from) + 1 : state.last + 1;
    return page;
  };
  return followingSource({ nextPage, respond: (found) => [respond(found)], atEnd: () => [] });
}

/** How often a filtered subscription tells how far it is. */
export interface Filtering {
  readonly wanted: Filter;
  /** A checkpoint after this many events were considered. */
  readonly checkpointEvery: number;
}

/** Follows `$all` after a position. */
export function allSubscription(store: Store, start: Start, filtering?: Filtering): Source {
  const { last } = store.tail();
  let considered = start === 'start' ? 0 : start === 'end' ? last : start;
  let sinceCheckpoint = 0;
  const nextPage = (): Page => {
    if (considered >= store.tail().last) return { found: [], more: false };
    const written = store.justWritten(considered);
    const page = written ? { found: written, more: false } : allPage(store, 'forwards', considered + 1);
    considered = page.found.at(-1)?.at ?? considered;
    return page;
  };
  const filtered = ({ wanted, checkpointEvery }: Filtering, { at, record }: Found): readonly Buffer[] => {
    const responses = wanted(record) ? [responseOf(record)] : [];
    sinceCheckpoint += 1;
    if (sinceCheckpoint < checkpointEvery) return responses;
    sinceCheckpoint = 0;
    return [...responses, checkpoint(at)];
  };
  return followingSource({
    nextPage,
    respond: (found) => (filtering ? filtered(filtering, found) : [respond(found)]),
    atEnd: () => (filtering && considered > 0 ? [checkpoint(considered)] : []),
  });
}
