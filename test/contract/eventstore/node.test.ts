import { EventStoreDBClient } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type EventStoreFixture,
  newStream,
  numbered,
  useEventStore,
} from '../../support/eventstore/eventstore.ts';

const test = suite<EventStoreFixture>('event store: node');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

test('is found by a client that discovers a cluster, by its address or by its name', async ({ url }) => {
  const seed = url.replace('esdb://', 'esdb+discover://');
  // Where the server is not on this machine, both are the same.
  for (const found of [seed, seed.replace('127.0.0.1', 'localhost')]) {
    const client = EventStoreDBClient.connectionString(found);
    assert.is((await client.appendToStream(newStream(), numbered(1))).success, true);
    await client.dispose();
  }
});

test.run();
