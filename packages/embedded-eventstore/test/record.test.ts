import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createdOf,
  dataOf,
  encodeRecord,
  formatUuid,
  idOf,
  type Placement,
  type ProposedEvent,
  responseOf,
  revisionOf,
  streamOf,
  tombstoneRevision,
  typeOf,
} from '../src/storage/record.ts';

const test = suite('event store: records');

const bytes = fc.uint8Array({ maxLength: 300 });
const proposed = fc.record({
  id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((id) => Buffer.from(id)),
  type: fc.string({ unit: 'grapheme', minLength: 1 }),
  isJson: fc.boolean(),
  metadata: bytes,
  data: bytes,
});
const placed = fc.record({
  stream: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
  revision: fc.oneof(fc.nat(), fc.constant(tombstoneRevision)),
  position: fc.integer({ min: 1, max: 2 ** 48 - 1 }),
  created: fc.integer({ min: 0, max: Date.UTC(9999, 0, 1) }),
});

/** A `ReadResp` as the client decodes it. */
function decoded(response: Buffer) {
  const event = streams.ReadResp.deserializeBinary(response).getEvent();
  const recorded = event?.getEvent();
  const metadata = recorded?.getMetadataMap();
  return {
    id: recorded?.getId()?.getString(),
    stream: Buffer.from(recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
    revision: recorded?.getStreamRevision(),
    positions: [recorded?.getCommitPosition(), recorded?.getPreparePosition(), event?.getCommitPosition()],
    type: metadata?.get('type'),
    contentType: metadata?.get('content-type'),
    created: metadata?.get('created'),
    metadata: Buffer.from(recorded?.getCustomMetadata_asU8() ?? []),
    data: Buffer.from(recorded?.getData_asU8() ?? []),
  };
}

const expectedOf = (event: ProposedEvent, place: Placement): ReturnType<typeof decoded> => ({
  id: formatUuid(event.id),
  stream: place.stream,
  revision: String(place.revision),
  positions: [String(place.position), String(place.position), String(place.position)],
  type: event.type,
  contentType: event.isJson ? 'application/json' : 'application/octet-stream',
  created: `${place.created}0000`,
  metadata: Buffer.from(event.metadata),
  data: Buffer.from(event.data),
});

function answersAsWritten(record: Buffer, event: ProposedEvent, place: Placement): void {
  assert.equal(decoded(responseOf(record)), expectedOf(event, place));
  assert.ok(idOf(record).equals(event.id));
  assert.is(createdOf(record), place.created);
  assert.is(revisionOf(record), Number(place.revision));
  assert.is(streamOf(record), place.stream);
  assert.is(typeOf(record), event.type);
  assert.ok(Buffer.from(dataOf(record)).equals(event.data));
}

test('law: a record gives back the written event', () => {
  fc.assert(
    fc.property(proposed, placed, (event, place) =>
      answersAsWritten(encodeRecord(event, place), event, place),
    ),
  );
});

/** A record in layout 1: a header, the names, and a complete `ReadResp`. */
function encodeLayout1(event: ProposedEvent, place: Placement): Buffer {
  const header = Buffer.alloc(38);
  const [stream, type] = [Buffer.from(place.stream), Buffer.from(event.type)];
  header.set(event.id);
  header.writeDoubleBE(place.created, 16);
  header.writeDoubleBE(Number(place.revision), 24);
  header.writeUInt16BE(stream.length, 32);
  header.writeUInt32BE(type.length, 34);
  // Both layouts give the same response.
  return Buffer.concat([header, stream, type, responseOf(encodeRecord(event, place))]);
}

test('law: a record of layout 1 gives the same response as before', () => {
  const ofOurTime = placed.map((place) => ({
    ...place,
    created: Date.UTC(2026, 0, 1) + (place.position % 1e9),
  }));
  fc.assert(
    fc.property(proposed, ofOurTime, (event, place) => {
      const record = encodeLayout1(event, place);
      answersAsWritten(record, event, place);
      assert.ok(responseOf(record).equals(responseOf(encodeRecord(event, place))));
    }),
  );
});

test.run();
