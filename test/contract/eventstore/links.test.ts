import { binaryEvent, type EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collect,
  type EventStoreFixture,
  newStream,
  numbered,
  numbersOf,
  useEventStore,
} from '../../support/eventstore/eventstore.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite<EventStoreFixture>('event store: links');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

/** A stream of three events, and one that links to the event at a revision of it. */
async function linkTo(client: EventStoreDBClient, revision: number) {
  const target = newStream('größe@x');
  const links = newStream('links');
  await client.appendToStream(target, numbered(3));
  const data = Buffer.from(`${revision}@${target}`);
  const { position } = await client.appendToStream(links, binaryEvent({ type: '$>', data }));
  return { target, links, position };
}

async function firstOf(read: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent | undefined> {
  let first: ResolvedEvent | undefined;
  for await (const event of read) first ??= event;
  return first;
}

test('are resolved on request', async ({ client }) => {
  const { target, links } = await linkTo(client, 2);
  const resolved = await firstOf(client.readStream(links, { resolveLinkTos: true }));
  assert.is(resolved?.link?.streamId, links);
  assert.equal([resolved?.event?.streamId, resolved?.event?.revision], [target, 2n]);
  const [event] = await collect(client.readStream(target, { fromRevision: 2n }));
  assert.equal(resolved?.event, event);
});

test('are plain events without the request', async ({ client }) => {
  const { links } = await linkTo(client, 2);
  const unresolved = await firstOf(client.readStream(links));
  assert.is(unresolved?.link, undefined);
  assert.equal([unresolved?.event?.streamId, unresolved?.event?.type], [links, '$>']);
});

test('leave other events as they are', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2));
  assert.equal(numbersOf(await collect(client.readStream(stream, { resolveLinkTos: true }))), [0, 1]);
});

test('are followed in $all', async ({ client }) => {
  const { target, links, position } = await linkTo(client, 1);
  const read = client.readAll({ fromPosition: position ?? 'start', maxCount: 1, resolveLinkTos: true });
  for await (const { event, link } of read) {
    assert.equal([event?.streamId, event?.revision, link?.streamId], [target, 1n, links]);
  }
});

test('are followed in subscriptions', async ({ client }) => {
  const { target, links } = await linkTo(client, 0);
  const seen: ResolvedEvent[] = [];
  const subscription = client.subscribeToStream(links, { resolveLinkTos: true });
  subscription.on('data', (event) => seen.push(event));
  await eventually('the link', () => seen.length > 0);
  assert.equal([seen[0]?.event?.streamId, seen[0]?.link?.streamId], [target, links]);
  await subscription.unsubscribe();
});

test('to missing events are returned unresolved', async ({ client }) => {
  const missing = await linkTo(client, 7);
  const hidden = await linkTo(client, 0);
  await client.setStreamMetadata(hidden.target, { maxCount: 1 });
  const deleted = await linkTo(client, 0);
  await client.deleteStream(deleted.target);
  for (const { links } of [missing, hidden, deleted]) {
    const resolved = await firstOf(client.readStream(links, { resolveLinkTos: true }));
    assert.equal([resolved?.event, resolved?.link?.streamId], [undefined, links]);
  }
});

test.run();
