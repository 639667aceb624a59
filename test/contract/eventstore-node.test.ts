import { EventStoreDBClient } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newStream, numbered, useEventStore, type EventStoreFixture } from '../support/eventstore.ts';

const test = suite<EventStoreFixture>('event store: node');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

test('is found by a client that discovers a cluster', async ({ url }) => {
  const client = EventStoreDBClient.connectionString(url.replace('esdb://', 'esdb+discover://'));
  assert.is((await client.appendToStream(newStream(), numbered(1))).success, true);
  await client.dispose();
});

test.run();
