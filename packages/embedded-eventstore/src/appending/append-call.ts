import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type AppendReq, type AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream } from '@grpc/grpc-js';
import type { Traits } from '../behaviour.ts';
import {
  invalidArgument,
  maximumAppendEventSizeExceeded,
  maximumAppendSizeExceeded,
  streamDeleted,
} from '../errors.ts';
import type { ProposedEvent } from '../storage/record.ts';
import type { Store } from '../storage/store.ts';
import type { Expected, WriteOutcome } from './expectations.ts';
import { parseEvent, parseExpected, parseStream, sizeOf, tooLargeEvent } from './proposals.ts';
import { append } from './write.ts';

const { AppendResp: Response } = streams;

/**
 * Serves one append in a call of its own: first the options, then the events.
 * @throws CallError unless the answer is a success or a conflict
 */
export async function appendCall(
  store: Store,
  call: ServerReadableStream<AppendReq, AppendResp>,
  traits: Traits,
): Promise<AppendResp> {
  let options: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  let size = 0;
  for await (const request of requestsOf(call)) {
    options ??= request.getOptions();
    const message = request.getProposedMessage();
    if (!message) continue;
    const event = parseEvent(message);
    const eventSize = sizeOf(event, traits);
    const tooLarge = tooLargeEvent(event, eventSize, traits);
    if (tooLarge) throw maximumAppendEventSizeExceeded(tooLarge);
    size += eventSize;
    if (size > traits.maxAppendSize) throw maximumAppendSizeExceeded(traits.maxAppendSize);
    events.push(event);
  }
  if (!options) throw invalidArgument('an append begins with its options');
  const stream = parseStream(options.getStreamIdentifier());
  const expected = parseExpected(options, options.hasRevision() ? options.getRevision() : undefined);
  const outcome = await store.commit((change) => {
    return call.cancelled ? undefined : append(change, stream, expected, events);
  });
  if (outcome === undefined) throw invalidArgument('the call was cancelled');
  if (outcome.kind === 'stream-deleted') throw streamDeleted(stream);
  return outcome.kind === 'written' ? success(outcome) : conflict(expected, outcome.current);
}

const requestsOf = (call: ServerReadableStream<AppendReq, AppendResp>): AsyncIterable<AppendReq> => call;

function success({ revision, position }: Extract<WriteOutcome, { kind: 'written' }>): AppendResp {
  const at = new Response.Position().setCommitPosition(String(position)).setPreparePosition(String(position));
  const done = new Response.Success().setPosition(at);
  if (revision < 0) done.setNoStream(new shared.Empty());
  else done.setCurrentRevision(String(revision));
  return new Response().setSuccess(done);
}

/** Older clients read the fields named after 20.6.0. */
function conflict(expected: Expected, current: number): AppendResp {
  const empty = new shared.Empty();
  const wrong = new Response.WrongExpectedVersion();
  if (current < 0) wrong.setCurrentNoStream(empty);
  else wrong.setCurrentRevision(String(current));
  if (expected === 'any') wrong.setExpectedAny(empty);
  else if (expected === 'no_stream') wrong.setExpectedNoStream(empty);
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(empty);
  else wrong.setExpectedRevision(String(expected));
  return new Response().setWrongExpectedVersion(wrong);
}
