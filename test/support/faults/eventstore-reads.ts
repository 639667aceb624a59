import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type Between, type Call, grpcStatus } from './grpc-call.ts';
import type { WatchedLog } from './shown-log.ts';

const { ReadReq, ReadResp } = streams;
type Options = streams.ReadReq.Options;

/** What a node shows of the log. */
export interface Shown {
  readonly log: WatchedLog;
  /** The last position that the node has; null for a leader, which has all. */
  limit(): bigint | null;
  /** Calls back whenever the limit may have grown. @returns a function that ends it */
  onGrowth(grown: () => void): () => void;
  /** Gives up the lag: the node has what the server has. */
  catchUp(): void;
}

const streamDeleted = 'stream-deleted';

/**
 * A `Read` call at a node that may lag: it answers from the prefix of the log that the node has. One exception: a
 * stream that was deleted is gone from the server behind the node at once, so that the node catches up.
 */
export function readAt(shown: Shown, call: Call): Between {
  let between: Between = {};
  return {
    onRequest(message) {
      const options = ReadReq.deserializeBinary(message).getOptions();
      if (options?.getSubscription()) between = subscription(shown, call);
      const limit = shown.limit();
      if (limit === null || !options) return call.request(message);
      if (!options.getSubscription()) between = oneRead(shown, call, options, limit);
      call.request(asOf(options, limit, shown.log));
    },
    onResponse: (message) => (between.onResponse ? between.onResponse(message) : call.respond(message)),
    onEnd: (end) => (between.onEnd ? between.onEnd(end) : end()),
    onException(name) {
      if (name === streamDeleted) shown.catchUp();
    },
    onClose: () => between.onClose?.(),
  };
}

/** Events may be appended between the look at the log and the read. */
const margin = 256;

/** The request as it has to be put to a server that has more than the node. */
function asOf(options: Options, limit: bigint, log: WatchedLog): Buffer {
  const changed = options.cloneMessage();
  const all = changed.getAll();
  if (options.getSubscription() && all?.hasEnd()) changed.setAll(after(limit));
  if (isBackwards(options)) {
    const count = BigInt(options.getCount()) + BigInt(log.countAfter(limit) + margin);
    changed.setCount(String(count > maxCount ? maxCount : count));
  }
  return Buffer.from(new ReadReq().setOptions(changed).serializeBinary());
}

function after(limit: bigint): streams.ReadReq.Options.AllOptions {
  const all = new ReadReq.Options.AllOptions();
  if (limit < 0n) return all.setStart(new shared.Empty());
  const position = new ReadReq.Options.Position()
    .setCommitPosition(String(limit))
    .setPreparePosition(String(limit));
  return all.setPosition(position);
}

const maxCount = 2n ** 63n - 1n;
const isBackwards = (options: Options): boolean =>
  options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;

/** One read of the log as it was at `limit`. */
function oneRead({ log }: Shown, call: Call, options: Options, limit: bigint): Between {
  const wanted = BigInt(options.getCount());
  const stream = Buffer.from(
    options.getStream()?.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array(),
  ).toString();
  let given = 0n;

  function finish(): void {
    const isKnown = stream === '' || (log.beginningOf(stream) ?? limit + 1n) <= limit;
    if (!isKnown && given === 0n) call.respond(notFound(stream));
    call.finish(grpcStatus.ok);
  }
  return {
    onResponse(message) {
      const response = ReadResp.deserializeBinary(message);
      if (response.getStreamNotFound()) return call.respond(message);
      const position = positionOf(response);
      // What tells of the server's own ends is not the node's.
      if (position === null) return;
      if (position > limit) {
        if (!isBackwards(options)) finish();
        return;
      }
      call.respond(message);
      if (++given === wanted) finish();
    },
    onEnd(end) {
      if (given === 0n && isBackwards(options)) finish();
      end();
    },
  };
}

const notFound = (stream: string): Uint8Array =>
  new ReadResp()
    .setStreamNotFound(
      new ReadResp.StreamNotFound().setStreamIdentifier(
        new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
      ),
    )
    .serializeBinary();

const caughtUp = new ReadResp().setCaughtUp(new ReadResp.CaughtUp()).serializeBinary();

/** So many messages are held for a node that lags before the server has to wait. */
const mostHeld = 512;

/** A subscription that is given what the node has, once it has it, and is caught up at the node's own end. */
function subscription(shown: Shown, call: Call): Between {
  const held: Buffer[] = [];
  let isCaughtUp = false;
  let ended: (() => void) | null = null;

  function giveCaughtUp(): void {
    if (!isCaughtUp) call.respond(caughtUp);
    isCaughtUp = true;
  }

  function flush(): void {
    if (held.length === 0) return;
    for (let message; (message = held[0]); held.shift()) {
      const limit = shown.limit();
      const response = ReadResp.deserializeBinary(message);
      const position = positionOf(response);
      if (position !== null && limit !== null && position > limit) {
        giveCaughtUp();
        break;
      }
      if (response.getCaughtUp()) giveCaughtUp();
      else call.respond(message);
    }
    call.hold(held.length > mostHeld);
    if (held.length === 0) ended?.();
  }
  const stop = shown.onGrowth(flush);
  return {
    onResponse(message) {
      // Most of what a leader gives is passed on unread.
      if (held.length === 0 && shown.limit() === null && message[0] !== caughtUp[0])
        return call.respond(message);
      held.push(message);
      if (held.length === 1) flush();
      else call.hold(held.length > mostHeld);
    },
    onEnd(end) {
      if (held.length === 0) end();
      else ended = end;
    },
    onClose: stop,
  };
}

/**
 * The position that a message speaks of; null for one that speaks of none. EventStoreDB 24 writes -1 where it has
 * nothing to say.
 */
function positionOf(response: streams.ReadResp): bigint | null {
  const event = response.getEvent();
  const told = event ? (event.getLink() ?? event.getEvent()) : response.getCheckpoint();
  const position = BigInt.asIntN(64, BigInt(told?.getCommitPosition() ?? -1));
  return position < 0n ? null : position;
}
