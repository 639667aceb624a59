import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { timeout } from '../src/appending/batch-errors.ts';
import { type AppendResponse, batchResponse } from '../src/appending/batch-responses.ts';

const test = suite('event store: answers to a batch');

const text = new shared.UUID().setString('0b7c1d6e-0000-4000-8000-00000000ffff');
const structured = new shared.UUID().setStructured(
  new shared.UUID.Structured().setMostSignificantBits('-81985529216486896').setLeastSignificantBits('5'),
);

/** The answer as a client decodes it. */
function received(id: InstanceType<typeof shared.UUID>, stream: string, answer: AppendResponse) {
  const encoded = Buffer.from(id.serializeBinary());
  return streams.BatchAppendResp.deserializeBinary(batchResponse(encoded, stream, answer));
}

const written = (revision: number, position: number): AppendResponse => ({
  kind: 'written',
  revision,
  position,
});

for (const [name, id] of Object.entries({ text, structured }))
  test(`carries id, stream, revision and position, with an id of the kind ${name}`, () => {
    for (const [revision, position] of [
      [0, 1],
      [127, 128],
      [300, 2 ** 40 + 3],
      [2 ** 33, 2 ** 53 - 1],
    ] as const) {
      const response = received(id, 'größe/🌍 x', written(revision, position));
      assert.equal(response.getCorrelationId()?.toObject(), id.toObject());
      assert.is(
        Buffer.from(response.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
        'größe/🌍 x',
      );
      assert.is(response.getSuccess()?.getCurrentRevision(), String(revision));
      assert.is(response.getSuccess()?.getPosition()?.getCommitPosition(), String(position));
      assert.is(response.getSuccess()?.getPosition()?.getPreparePosition(), String(position));
    }
  });

test('carries an error with the id of its append', () => {
  const response = received(text, 's', timeout());
  assert.is(response.hasSuccess(), false);
  assert.is(response.getError()?.getMessage(), 'Timeout');
  assert.is(response.getCorrelationId()?.getString(), text.getString());
});

test.run();
