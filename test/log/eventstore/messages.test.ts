import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BatchAppendReq } from '../../../log/eventstore/client/generated/streams.ts';
import {
  appendRequest,
  decodeAppendReply,
  decodeReadMessage,
  readAll,
  readStream,
  storedOf,
  subscribeTo,
} from '../../../log/eventstore/client/index.ts';

const test = suite('log/eventstore/messages compared with the generated classes');

const text = fc.string({ unit: 'grapheme' });
const uuid64 = fc.bigInt(0n, 2n ** 64n - 1n);
const position64 = fc.bigInt(0n, 2n ** 63n - 1n);
const bytesOf = (message: { serializeBinary(): Uint8Array }): Buffer =>
  Buffer.from(message.serializeBinary());
const base64 = (name: string): string => Buffer.from(name).toString('base64');
const uuidOf = (id: string) => new shared.UUID().setString(id);

/** The duration in the options of an append, in milliseconds: the published classes are older than that field. */
function timeoutIn(request: Buffer): number {
  const { seconds = 0n, nanos = 0 } = BatchAppendReq.decode(request).options?.deadline ?? {};
  return Number(seconds) * 1_000 + nanos / 1_000_000;
}

test('the generated classes decode an encoded append request', () => {
  const appends = fc.record({
    number: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
    stream: fc.string({ unit: 'grapheme', minLength: 1 }),
    expected: fc.oneof(fc.constant('no stream' as const), fc.integer({ min: 0, max: 2 ** 52 })),
    timeoutMs: fc.integer({ min: 1, max: 100_000 }),
    events: fc.array(fc.record({ id: fc.uuid(), type: text, data: text, metadata: text })),
  });
  fc.assert(
    fc.property(appends, ({ number, stream, expected, timeoutMs, events }) => {
      const request = appendRequest(number, { stream, expected, events, timeoutMs });
      const read = streams.BatchAppendReq.deserializeBinary(request);
      assert.is(
        parseInt(read.getCorrelationId()?.getString().replaceAll('-', '').slice(-12) ?? '', 16),
        number,
      );
      assert.ok(read.getIsFinal());
      const options = read.getOptions();
      assert.is(Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(), stream);
      assert.is(options?.hasNoStream(), expected === 'no stream');
      if (expected !== 'no stream') assert.is(options?.getStreamPosition(), String(expected));
      assert.is(options?.getDeadline(), undefined, 'a time of day depends on the clocks of both sides');
      assert.is(timeoutIn(request), timeoutMs);
      const messages = read.getProposedMessagesList();
      assert.is(messages.length, events.length);
      for (const [index, { id, type, data, metadata }] of events.entries()) {
        const message = messages[index];
        assert.is(message?.getId()?.getString(), id);
        assert.is(message?.getMetadataMap().get('type'), type);
        assert.is(message?.getMetadataMap().get('content-type'), 'application/json');
        assert.is(Buffer.from(message?.getData_asU8() ?? []).toString(), data);
        assert.is(Buffer.from(message?.getCustomMetadata_asU8() ?? []).toString(), metadata);
      }
    }),
  );
});

test('appends of any size follow one another through the same memory', () => {
  for (const size of [1, 100_000, 2, 16_300, 16_400, 3_000_000, 4]) {
    const data = 'é'.repeat(size);
    const events = [{ id: 'a', type: 'PlanChanged', metadata: '{}', data }];
    const message = appendRequest(1, { stream: 's', expected: 0, events, timeoutMs: 1_000 });
    const [read] = streams.BatchAppendReq.deserializeBinary(message).getProposedMessagesList();
    assert.is(Buffer.from(read?.getData_asU8() ?? []).toString(), data);
  }
});

test('an append response encoded by the classes is decoded', () => {
  const answers = fc.record({
    number: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
    most: uuid64,
    revision: fc.integer({ min: 0, max: 2 ** 52 }),
    position: position64,
  });
  fc.assert(
    fc.property(answers, ({ number, most, revision, position }) => {
      const asText = uuidOf(`00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`);
      // The protocol lets the caller choose the bits before the number.
      const asNumbers = new shared.UUID().setStructured(
        new shared.UUID.Structured()
          .setMostSignificantBits(String(BigInt.asIntN(64, most)))
          .setLeastSignificantBits(String(BigInt.asIntN(64, (0x8000n << 48n) | BigInt(number)))),
      );
      for (const id of [asText, asNumbers]) {
        const at = new shared.AllStreamPosition()
          .setCommitPosition(String(position))
          .setPreparePosition(String(position));
        const success = new streams.BatchAppendResp.Success()
          .setCurrentRevision(String(revision))
          .setPosition(at);
        const answer = new streams.BatchAppendResp().setCorrelationId(id).setSuccess(success);
        assert.equal(decodeAppendReply(bytesOf(answer)), { number, outcome: { revision, position } });
      }
    }),
  );
});

test('a refusal encoded by the classes is decoded', () => {
  fc.assert(
    fc.property(text, text, (kind, message) => {
      const details = new any.Any();
      details.setTypeUrl(kind);
      const error = new status.Status().setMessage(message).setDetails(details);
      const answer = new streams.BatchAppendResp()
        .setCorrelationId(uuidOf('00000000-0000-4000-8000-000000000003'))
        .setError(error);
      assert.equal(decodeAppendReply(bytesOf(answer)), { number: 3, outcome: { kind, message } });
    }),
  );
});

test('an event of the feed encoded by the classes is decoded', () => {
  const events = fc.record({
    id: fc.uuid(),
    stream: text,
    type: text,
    revision: fc.integer({ min: 0, max: 2 ** 52 }),
    position: position64,
    created: fc.date({ min: new Date(0), max: new Date(8.64e13), noInvalidDate: true }),
    data: fc.json().map((json): unknown => JSON.parse(json)),
    metadata: fc.json().map((json): unknown => JSON.parse(json)),
  });
  fc.assert(
    fc.property(events, ({ id, stream, type, revision, position, created, data, metadata: custom }) => {
      const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
        .setId(uuidOf(id))
        .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(base64(stream)))
        .setStreamRevision(String(revision))
        .setPreparePosition(String(position))
        .setCommitPosition(String(position))
        .setCustomMetadata(Buffer.from(JSON.stringify(custom)))
        .setData(Buffer.from(JSON.stringify(data)));
      recorded
        .getMetadataMap()
        .set('type', type)
        .set('created', String(BigInt(created.getTime()) * 10_000n));
      recorded.getMetadataMap().set('content-type', 'application/json');
      const event = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(position));
      const told = decodeReadMessage(bytesOf(new streams.ReadResp().setEvent(event)));
      assert.not.ok(told.isCaughtUp);
      if (!told.event) throw new Error('no event was read');
      assert.equal(storedOf(told.event), {
        id,
        type,
        created,
        streamId: stream,
        revision,
        position: { commit: position, prepare: position },
        data,
        metadata: custom,
      });
    }),
  );
});

test('a truncated message is refused wherever it is cut', () => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuidOf('i'))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(base64('a stream')))
    .setCommitPosition('123456789')
    .setData(Buffer.from('{}'));
  const event = new streams.ReadResp.ReadEvent().setEvent(recorded);
  const whole = bytesOf(new streams.ReadResp().setEvent(event));
  for (let length = 1; length < whole.length; length++)
    assert.throws(() => decodeReadMessage(whole.subarray(0, length)), /cut short|premature EOF/);
});

test('readers get events, checkpoints and the notice that they have caught up', () => {
  const { ReadResp } = streams;
  const nothing = { event: null, checkpoint: null, isCaughtUp: false };
  const caughtUp = decodeReadMessage(bytesOf(new ReadResp().setCaughtUp(new ReadResp.CaughtUp())));
  assert.equal(caughtUp, { ...nothing, isCaughtUp: true });
  fc.assert(
    fc.property(uuid64, uuid64, (commit, prepare) => {
      const at = new ReadResp.Checkpoint()
        .setCommitPosition(String(commit))
        .setPreparePosition(String(prepare));
      const told = decodeReadMessage(bytesOf(new ReadResp().setCheckpoint(at)));
      const between = commit === prepare ? { through: commit } : { before: commit };
      const isNowhere = commit === 0n || commit === 2n ** 64n - 1n;
      assert.equal(told, { ...nothing, checkpoint: isNowhere ? null : between });
    }),
    {
      examples: [
        [0n, 0n],
        [7n, 7n],
        [7n, 0n],
        [2n ** 64n - 1n, 2n ** 64n - 1n],
      ],
    },
  );
  const confirmation = new ReadResp.SubscriptionConfirmation().setSubscriptionId('s');
  for (const other of [
    new ReadResp().setConfirmation(confirmation),
    new ReadResp().setFellBehind(new ReadResp.FellBehind()),
  ])
    assert.equal(decodeReadMessage(bytesOf(other)), nothing);
});

test('the feed subscribes to all streams after a position, without a filter', () => {
  const first = streams.ReadReq.deserializeBinary(subscribeTo(null)).getOptions();
  assert.ok(first?.getAll()?.hasStart());
  const message = subscribeTo({ commit: 2n ** 62n, prepare: 5n });
  const options = streams.ReadReq.deserializeBinary(message).getOptions();
  assert.is(options?.getAll()?.getPosition()?.getCommitPosition(), String(2n ** 62n));
  assert.is(options?.getAll()?.getPosition()?.getPreparePosition(), '5');
  assert.ok(options?.hasSubscription() && options.hasNoFilter() && options.getUuidOption()?.hasString());
  assert.is(options?.getReadDirection(), streams.ReadReq.Options.ReadDirection.FORWARDS);
  assert.not.ok(options?.getResolveLinks());
});

test('the generated classes decode the encoded request for a part of a stream', () => {
  const ranges = fc.record({
    stream: fc.string({ unit: 'grapheme', minLength: 1 }),
    direction: fc.constantFrom('forwards', 'backwards'),
    from: fc.option(fc.nat(2 ** 40), { nil: undefined }),
    count: fc.integer({ min: 1, max: 2 ** 32 }),
  });
  fc.assert(
    fc.property(ranges, (range) => {
      const isBackwards = range.direction === 'backwards';
      const options = streams.ReadReq.deserializeBinary(readStream(range)).getOptions();
      const of = options?.getStream();
      assert.is(Buffer.from(of?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(), range.stream);
      assert.is(of?.hasRevision(), range.from !== undefined);
      if (range.from !== undefined) assert.is(of?.getRevision(), String(range.from));
      assert.is(of?.hasEnd(), range.from === undefined && isBackwards);
      assert.is(of?.hasStart(), range.from === undefined && !isBackwards);
      const { FORWARDS, BACKWARDS } = streams.ReadReq.Options.ReadDirection;
      assert.is(options?.getReadDirection(), isBackwards ? BACKWARDS : FORWARDS);
      assert.is(options?.getCount(), String(range.count));
      assert.ok(options?.hasNoFilter() && options.getUuidOption()?.hasString());
      assert.not.ok(options?.hasSubscription() || options?.getResolveLinks());
    }),
    { examples: [[{ stream: 's', direction: 'forwards', from: 0, count: 1 }]] },
  );
});

test('a part of the whole log starts at a position, or at one of its ends', () => {
  const optionsOf = (request: Buffer) => streams.ReadReq.deserializeBinary(request).getOptions();
  const { FORWARDS, BACKWARDS } = streams.ReadReq.Options.ReadDirection;
  const last = optionsOf(readAll({ direction: 'backwards', count: 1 }));
  assert.ok(last?.getAll()?.hasEnd() && last.hasNoFilter() && last.getUuidOption()?.hasString());
  assert.equal([last?.getCount(), last?.getReadDirection()], ['1', BACKWARDS]);
  const all = optionsOf(readAll({ direction: 'forwards', count: 500 }));
  assert.ok(all?.getAll()?.hasStart() && !all.hasSubscription());
  assert.equal([all?.getCount(), all?.getReadDirection()], ['500', FORWARDS]);
  const from = { commit: 2n ** 62n, prepare: 5n };
  const position = optionsOf(readAll({ direction: 'forwards', from, count: 1 }))
    ?.getAll()
    ?.getPosition();
  assert.equal([position?.getCommitPosition(), position?.getPreparePosition()], [String(2n ** 62n), '5']);
});

test('a backlog requests the events of its streams after a position', () => {
  const positions = fc.option(uuid64);
  const prefixes = fc.array(text);
  fc.assert(
    fc.property(positions, prefixes, (after, wanted) => {
      const options = streams.ReadReq.deserializeBinary(
        subscribeTo(after === null ? null : { commit: after, prepare: after }, wanted),
      ).getOptions();
      const all = options?.getAll();
      assert.is(all?.hasStart(), after === null);
      const place = all?.getPosition();
      assert.is(place?.getCommitPosition(), after === null ? undefined : String(after));
      assert.is(place?.getPreparePosition(), place?.getCommitPosition());
      const filter = options?.getFilter();
      assert.equal(filter?.getStreamIdentifier()?.getPrefixList(), wanted);
      assert.is(filter?.getMax(), 1_000);
      assert.is(filter?.getCheckpointintervalmultiplier(), 1);
      assert.ok(options?.hasSubscription() && options.getUuidOption()?.hasString());
      assert.is(options?.getReadDirection(), streams.ReadReq.Options.ReadDirection.FORWARDS);
      assert.not.ok(options?.getResolveLinks());
    }),
    {
      examples: [
        [null, []],
        [0n, ['a-']],
      ],
    },
  );
});

test.run();
