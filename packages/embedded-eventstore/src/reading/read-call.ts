import { setImmediate as nextTurn } from 'node:timers/promises';
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { parseStream } from '../appending/proposals.ts';
import type { Traits } from '../behaviour.ts';
import {
  handlerFault,
  invalidArgument,
  invalidPosition,
  shuttingDown,
  toCallError,
  unimplemented,
} from '../errors.ts';
import type { Store } from '../storage/store.ts';
import { isBoundary } from './all-search.ts';
import { type AllStart, followAll } from './all-subscription.ts';
import { followAllOnce } from './all-subscription-23.ts';
import { createFilter } from './filter.ts';
import { resolvingLinks } from './links.ts';
import type { Filtering } from './live-channel.ts';
import { allRead, followStream, type Source, type Start, stepwise, streamRead } from './sources.ts';

export type ReadCall = ServerWritableStream<ReadReq, Buffer>;

/** The search window of a filter without one. */
const defaultWindow = 32;

/** Serves a read or a subscription: responses go out no faster than the client takes them. */
export async function readCall(
  store: Store,
  call: ReadCall,
  traits: Traits,
  closing: AbortSignal,
): Promise<void> {
  try {
    const source = createSource(store, call.request, traits);
    await send(store, source, call, closing);
    if (!call.cancelled) call.end();
  } catch (error) {
    call.emit('error', toCallError(error));
  }
}

async function send(store: Store, source: Source, call: ReadCall, closing: AbortSignal): Promise<void> {
  const isCancelled = (): boolean => call.cancelled;
  while (!isCancelled()) {
    if (closing.aborted) throw shuttingDown();
    const responses = source.pull();
    if (responses === 'end') return;
    if (responses === 'wait') await nextCommit(store, call, closing);
    else {
      for (const response of responses) {
        if (!call.write(response) && !isCancelled()) await drained(call);
        if (isCancelled()) return;
      }
      await nextTurn();
    }
  }
}

const nextCommit = (store: Store, call: ReadCall, closing: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stop();
      call.off('cancelled', done);
      closing.removeEventListener('abort', done);
      resolve();
    };
    const stop = store.onCommit(done);
    call.once('cancelled', done);
    closing.addEventListener('abort', done);
  });

const drained = (call: ReadCall): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      call.off('drain', done).off('cancelled', done);
      resolve();
    };
    call.once('drain', done).once('cancelled', done);
  });

/** @throws CallError for a combination that the protocol does not have */
function createSource(store: Store, request: ReadReq, traits: Traits): Source {
  const options = request.getOptions();
  if (!options) throw invalidArgument('options are required');
  if (options.getUuidOption()?.hasStructured()) throw unimplemented('structured UUIDs in reads');
  const stream = options.getStream();
  const all = options.getAll();
  const source = stream
    ? streamSource(store, options, stream, traits)
    : all && allSource(store, options, all, traits);
  if (!source) throw invalidArgument('a read names a stream or $all');
  return options.getResolveLinks() ? resolvingLinks(store, source) : source;
}

const directionOf = (options: ReadReq.Options): 'forwards' | 'backwards' =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS ? 'forwards' : 'backwards';

function streamSource(
  store: Store,
  options: ReadReq.Options,
  named: ReadReq.Options.StreamOptions,
  traits: Traits,
): Source {
  if (options.hasFilter()) throw invalidArgument('only reads of $all take a filter');
  const stream = parseStream(named.getStreamIdentifier());
  const start = startOf(named, named.hasRevision() ? named.getRevision() : undefined);
  if (!options.hasSubscription()) {
    return streamRead(store, stream, directionOf(options), start, countOf(options));
  }
  requireForwards(options);
  return stepwise(followStream(store, stream, start, traits));
}

function allSource(
  store: Store,
  options: ReadReq.Options,
  all: ReadReq.Options.AllOptions,
  traits: Traits,
): Source {
  const start = allStartOf(all);
  const filtering = filteringOf(options.getFilter());
  if (!options.hasSubscription()) {
    if (typeof start === 'object' && !isBoundary(store, start)) throw invalidPosition();
    const from = typeof start === 'string' ? start : start.commit;
    return allRead(store, directionOf(options), from, countOf(options), filtering?.wanted);
  }
  requireForwards(options);
  return stepwise(
    traits.catchesUpAgain
      ? followAll(store, start, filtering, traits)
      : followAllOnce(store, start, filtering, traits),
  );
}

function allStartOf(all: ReadReq.Options.AllOptions): AllStart {
  const position = all.getPosition();
  const commit = startOf(all, position?.getCommitPosition());
  if (typeof commit === 'string') return commit;
  return { commit, prepare: Number(position?.getPreparePosition()) };
}

function requireForwards(options: ReadReq.Options): void {
  if (directionOf(options) === 'backwards') throw invalidArgument('subscriptions only go forwards');
}

interface StartOptions {
  hasStart(): boolean;
  hasEnd(): boolean;
}

function startOf(options: StartOptions, exact: string | undefined): Start {
  if (options.hasStart()) return 'start';
  if (options.hasEnd()) return 'end';
  if (exact === undefined) throw invalidArgument('a read names where it starts');
  const number = BigInt(exact);
  if (number === endOfAll) return 'end';
  if (number > largestPosition) throw handlerFault();
  return Number(number);
}

/** The end, as a number. */
const endOfAll = (1n << 64n) - 1n;
/** The greatest number of the real server. */
const largestPosition = (1n << 63n) - 1n;

function countOf(options: ReadReq.Options): number {
  if (!options.hasCount()) throw invalidArgument('a read names a count or is a subscription');
  return Number(options.getCount());
}

function filteringOf(options: ReadReq.Options.FilterOptions | undefined): Filtering | undefined {
  if (!options) return undefined;
  const window = options.hasMax() ? options.getMax() : defaultWindow;
  const interval = options.getCheckpointintervalmultiplier();
  if (window === 0) throw invalidArgument('the search window of a filter is at least 1');
  return { wanted: createFilter(options), window, checkpointEvery: window * Math.max(interval, 1) };
}
