import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBatchRequest, readProposal, readUuid } from '../src/appending/batch-request.ts';
import { parseUuid } from '../src/appending/proposals.ts';

const test = suite('event store: parts of a batch');

const structuredUuid = fc
  .tuple(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n))
  .map(([most, least]) =>
    new shared.UUID().setStructured(
      new shared.UUID.Structured()
        .setMostSignificantBits(String(most))
        .setLeastSignificantBits(String(least)),
    ),
  );
const uuid = fc.oneof(
  fc.uuid().map((text) => new shared.UUID().setString(text)),
  structuredUuid,
);
const bytes = fc.uint8Array({ maxLength: 300 });

type Options = InstanceType<typeof streams.BatchAppendReq.Options>;
const expectations: readonly [string | number, (options: Options) => Options][] = [
  ['any', (options) => options.setAny(new empty.Empty())],
  ['no_stream', (options) => options.setNoStream(new empty.Empty())],
  ['stream_exists', (options) => options.setStreamExists(new empty.Empty())],
  [0, (options) => options.setStreamPosition('0')],
  [2 ** 40 + 1, (options) => options.setStreamPosition(String(2 ** 40 + 1))],
];

test('messages of the generated classes are read as those classes read them', () => {
  const part = fc.record({
    id: uuid,
    stream: fc.string({ unit: 'grapheme', minLength: 1 }),
    expectation: fc.constantFrom(...expectations),
    deadline: fc.option(fc.integer({ min: 0, max: 2 ** 42 })),
    isFinal: fc.boolean(),
    proposals: fc.array(
      fc.record({ id: uuid, type: fc.string({ minLength: 1 }), data: bytes, metadata: bytes }),
    ),
  });
  fc.assert(
    fc.property(part, ({ id, stream, expectation: [expected, expecting], deadline, isFinal, proposals }) => {
      const options = expecting(
        new streams.BatchAppendReq.Options().setStreamIdentifier(
          new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')),
        ),
      );
      if (deadline !== null) options.setDeadline(timestamp.Timestamp.fromDate(new Date(deadline)));
      const message = new streams.BatchAppendReq()
        .setCorrelationId(id)
        .setOptions(options)
        .setIsFinal(isFinal)
        .setProposedMessagesList(
          proposals.map((proposal) => {
            const proposed = new streams.BatchAppendReq.ProposedMessage()
              .setId(proposal.id)
              .setData(proposal.data)
              .setCustomMetadata(proposal.metadata);
            proposed.getMetadataMap().set('content-type', 'application/json').set('type', proposal.type);
            return proposed;
          }),
        );
      const read = readBatchRequest(Buffer.from(message.serializeBinary()));
      assert.equal(readUuid(read.correlationId), parseUuid(id));
      assert.is(read.options?.streamName.toString(), stream);
      assert.is(read.options?.expected, expected);
      assert.is(read.options?.deadline, deadline ?? undefined);
      assert.is(read.isFinal, isFinal);
      const events = read.proposals.map(readProposal);
      assert.equal(
        events.map(({ id: eventId, type, isJson, data, metadata }) => [
          eventId.toString('hex'),
          type,
          isJson,
          Buffer.from(data).toString('hex'),
          Buffer.from(metadata).toString('hex'),
        ]),
        proposals.map((proposal) => [
          parseUuid(proposal.id).toString('hex'),
          proposal.type,
          true,
          Buffer.from(proposal.data).toString('hex'),
          Buffer.from(proposal.metadata).toString('hex'),
        ]),
      );
    }),
  );
});

test('a deadline may be a duration from now on', () => {
  // Options (2) with a Duration (7) of five seconds (1).
  const before = Date.now();
  const { options } = readBatchRequest(Buffer.of(0x12, 4, 0x3a, 2, 0x08, 5));
  const deadline = options?.deadline ?? 0;
  assert.ok(deadline >= before + 5_000 && deadline <= Date.now() + 5_000);
});

test('a UUID is read in every spelling, and one with a wrong character is refused', () => {
  const text = '01234567-89ab-4cde-8fAB-CDEF01234567';
  const encoded = (spelling: string) => Buffer.from(new shared.UUID().setString(spelling).serializeBinary());
  for (const spelling of [text, text.toUpperCase(), text.replaceAll('-', '')]) {
    assert.is(readUuid(encoded(spelling)).toString('hex'), text.replaceAll('-', '').toLowerCase());
  }
  for (let at = 0; at < text.length; at += 1) {
    for (const wrong of ['g', '/', ':', '@', '`', text[at] === '-' ? '0' : '-']) {
      const spelling = text.slice(0, at) + wrong + text.slice(at + 1);
      assert.throws(() => readUuid(encoded(spelling)), /not a UUID/);
    }
  }
});

test('any bytes are read or refused, and never beyond their end', () => {
  fc.assert(
    fc.property(bytes, (noise) => {
      try {
        readBatchRequest(Buffer.from(noise)).proposals.forEach(readProposal);
      } catch (error) {
        assert.ok(error instanceof Error);
      }
    }),
    { numRuns: 2_000 },
  );
  assert.throws(() => readBatchRequest(Buffer.from([0x0a, 0x05, 1])), RangeError);
});

test('an event without type or content type is refused', () => {
  const proposed = new streams.BatchAppendReq.ProposedMessage();
  assert.throws(() => readProposal(Buffer.from(proposed.serializeBinary())), /metadata property type/);
  proposed.getMetadataMap().set('type', 'x');
  assert.throws(() => readProposal(Buffer.from(proposed.serializeBinary())), /content-type/);
});

test.run();
