import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EventPosition } from '../../../log/event-log.ts';
import type { Head } from '../../../log/eventstore/head.ts';
import { openTail } from '../../../log/eventstore/tail.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite('log/eventstore/tail');

const { ReadReq, ReadResp } = streams;
const bytesOf = (message: InstanceType<typeof ReadResp>): Buffer => Buffer.from(message.serializeBinary());
const caughtUp = bytesOf(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));

function eventAt(position: number): Buffer {
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(randomUUID()))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from('a-1')))
    .setCommitPosition(String(position))
    .setPreparePosition(String(position));
  return bytesOf(new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event)));
}

const headAt = (position: number): Head => {
  const commit = BigInt(position);
  return { position: commit, stream: 'a-1', at: { commit, prepare: commit } };
};

interface Seen {
  begun: EventPosition | null | undefined;
  readonly heard: number[];
  failure: unknown;
}

/** A tail of a server that the test plays: `server` is what it sends, `leader.head` what the leader answers. */
function tailOf(head: Head | null, everyMs: number) {
  const server = Object.assign(new PassThrough({ objectMode: true }), { cancel: () => undefined });
  const leader = { head, asked: 0 };
  const requests: Buffer[] = [];
  const read = async (request: Buffer) => {
    requests.push(request);
    return server;
  };
  const ask = async () => {
    leader.asked += 1;
    return leader.head;
  };
  const seen: Seen = { begun: undefined, heard: [], failure: null };
  const stop = openTail(
    { read },
    { head: ask },
    everyMs,
  )({
    live: (after) => (seen.begun = after),
    received: ({ position }) => void seen.heard.push(Number(position)),
    failed: (error) => (seen.failure = error),
  });
  return { server, leader, requests, seen, stop };
}

test('a tail starts after the last event of the leader, and reports when it is live', async () => {
  const { server, requests, seen, stop } = tailOf(headAt(7), 60_000);
  await eventually('it subscribes', () => requests.length === 1);
  const [request = Buffer.alloc(0)] = requests;
  const options = ReadReq.deserializeBinary(new Uint8Array(request)).getOptions();
  assert.is(options?.getAll()?.getPosition()?.getCommitPosition(), '7');
  assert.is(seen.begun, undefined);
  server.write(eventAt(9));
  server.write(caughtUp);
  await eventually('it has begun', () => seen.begun !== undefined);
  assert.is(seen.begun?.position, 7n);
  assert.equal(seen.heard, [9]);
  stop();
});

test('in an empty log a tail starts at the beginning', async () => {
  const { server, requests, seen, stop } = tailOf(null, 60_000);
  await eventually('it subscribes', () => requests.length === 1);
  server.write(caughtUp);
  await eventually('it has begun', () => seen.begun !== undefined);
  assert.is(seen.begun, null);
  stop();
});

test('a subscription that is silent although the leader has newer events ends', async () => {
  const { server, leader, seen } = tailOf(headAt(7), 5);
  server.write(caughtUp);
  await eventually('it has begun', () => seen.begun !== undefined);
  const before = leader.asked;
  await eventually('it is asked for again', () => leader.asked > before + 3);
  assert.is(seen.failure, null, 'a silent log is no silent subscription');
  leader.head = headAt(12);
  await eventually('it ends', () => seen.failure !== null);
  assert.instance(seen.failure, LogUnavailable);
});

test('a subscription that lags and makes progress does not end', async () => {
  const { server, leader, seen, stop } = tailOf(headAt(7), 20);
  server.write(caughtUp);
  leader.head = headAt(1_000_000);
  let position = 8;
  const feeding = setInterval(() => server.write(eventAt(position++)), 1);
  const before = leader.asked;
  await eventually('it is asked for again', () => leader.asked > before + 5);
  clearInterval(feeding);
  assert.is(seen.failure, null);
  stop();
});

test('a subscription that is not confirmed ends, even while nothing is appended', async () => {
  const { requests, seen } = tailOf(headAt(7), 5);
  await eventually('it subscribes', () => requests.length === 1);
  await eventually('it ends', () => seen.failure !== null);
  assert.instance(seen.failure, LogUnavailable);
  assert.is(seen.begun, undefined);
});

test.run();
