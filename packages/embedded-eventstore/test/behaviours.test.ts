import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  binaryEvent,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  UnknownError,
} from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collect, failureOf, newStream, numbered } from '../../../test/support/eventstore/eventstore.ts';
import {
  appendByCall,
  appendOptions,
  proposed,
  trailersOf,
} from '../../../test/support/eventstore/eventstore-raw.ts';
import { type Asked, followRaw } from '../../../test/support/eventstore/raw-subscription.ts';
import { type Behaviour, behaviours, traitsOf } from '../src/behaviour.ts';
import { startEventStore } from '../src/server.ts';

/** The messages that each version of the real server sends, as observed. */
const test = suite('embedded event store: behaviours');

/** A new log on a server with the behaviour of a version. */
async function withServer(
  behaviour: Behaviour,
  use: (url: string, client: EventStoreDBClient) => Promise<void>,
  options: { readonly maxAppendSize?: number } = {},
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-eventstore-'));
  const server = await startEventStore({ dir, port: 0, behaviour, ...options });
  const client = EventStoreDBClient.connectionString(server.url);
  try {
    await use(server.url, client);
  } finally {
    await client.dispose();
    await server.close();
    rmSync(dir, { recursive: true });
  }
}

const positionOf = async (written: Promise<{ position?: { commit: bigint } | undefined }>): Promise<bigint> =>
  (await written).position?.commit ?? 0n;

/** The messages of a subscription up to the first "caught up". */
async function caughtUpWith(url: string, asked: Asked): Promise<string[]> {
  const following = followRaw(url, asked);
  await following.until('caught up', () => following.messages.includes('caught up'));
  following.close();
  return following.messages.slice(0, following.messages.indexOf('caught up') + 1);
}

const furthest = (1n << 64n) - 1n;

/** The messages of a search without a match in a log with fewer events than its window. */
const ofShortLog: Readonly<Record<Behaviour, readonly string[]>> = {
  '23.10': ['confirmed', 'caught up'],
  '24.10': ['confirmed', `checkpoint ${furthest}/${furthest}`, 'caught up'],
  '25.0': ['confirmed', 'checkpoint 0/0', 'caught up'],
  '26.1': ['confirmed', 'checkpoint 0/0', 'caught up'],
};

for (const behaviour of behaviours) {
  test(`${behaviour}: a search without a match in a short log ends as on a real server`, () =>
    withServer(behaviour, async (url, client) => {
      await client.appendToStream(newStream(), numbered(10));
      assert.equal(await caughtUpWith(url, { prefix: 'nobody', window: 1000 }), ofShortLog[behaviour]);
    }));

  test(`${behaviour}: an event that follows a catch-up of full pages arrives, without a filter`, () =>
    withServer(behaviour, async (url, client) => {
      const first = await positionOf(client.appendToStream(newStream(), numbered(1)));
      let count = 0;
      for (const more of [31, 1, 1, 31]) {
        await client.appendToStream(newStream(), numbered(more));
        const following = followRaw(url, { from: [first, first] });
        const events = () => following.messages.filter((message) => message === 'event').length;
        count += more;
        await following.until('caught up', () => following.messages.includes('caught up'));
        await client.appendToStream(newStream(), numbered(1));
        count += 1;
        await following.until(`${count} events`, () => events() === count);
        following.close();
      }
    }));

  test(`${behaviour}: live checkpoints come after such a search, unless its first one was behind all events`, () =>
    withServer(behaviour, async (url, client) => {
      const following = followRaw(url, { prefix: 'wanted', window: 20 });
      await following.until('caught up', () => following.messages.includes('caught up'));
      await client.appendToStream(newStream(), numbered(20));
      await client.appendToStream(newStream('wanted'), numbered(1));
      await following.until('the event', () => following.messages.includes('event'));
      const live = following.messages.slice(following.messages.indexOf('caught up') + 1);
      // 23.10 continues the count of the catch-up.
      const messages = live.map((message) =>
        message.replace(/^checkpoint (\d+)\/\1$/, 'checkpoint at an event'),
      );
      assert.equal(messages, behaviour === '24.10' ? ['event'] : ['checkpoint at an event', 'event']);
      following.close();
    }));

  test(`${behaviour}: pages without a match end where they began; 25.0 sends a checkpoint for the last, even if it is empty`, () =>
    withServer(behaviour, async (url, client) => {
      const before = await positionOf(client.appendToStream(newStream(), numbered(1)));
      const positions: bigint[] = [];
      for (let n = 0; n < 16; n += 1)
        positions.push(await positionOf(client.appendToStream(newStream(), numbered(1))));
      const messages = await caughtUpWith(url, {
        from: [before, before],
        prefix: 'nobody',
        // 23.10 begins after the event, later versions with it.
        window: behaviour === '23.10' ? 8 : 17,
      });
      const next = await positionOf(client.appendToStream(newStream(), numbered(1)));
      const expected: Readonly<Record<Behaviour, readonly string[]>> = {
        '23.10': [`checkpoint ${positions[0]}/0`, `checkpoint ${positions[8]}/0`],
        '24.10': [`checkpoint ${before}/${before}`],
        '25.0': [`checkpoint ${before}/${before}`, `checkpoint ${next}/0`],
        '26.1': [`checkpoint ${before}/${before}`],
      };
      assert.equal(messages, ['confirmed', ...expected[behaviour], 'caught up']);
    }));

  test(`${behaviour}: ${behaviour === '23.10' ? 'no' : 'a'} checkpoint comes just before "caught up" after a match`, () =>
    withServer(behaviour, async (url, client) => {
      const at = await positionOf(client.appendToStream(newStream('wanted'), numbered(1)));
      const checkpoint = behaviour === '23.10' ? [] : [`checkpoint ${at}/${at}`];
      assert.equal(await caughtUpWith(url, { prefix: 'wanted', window: 100 }), [
        'confirmed',
        'event',
        ...checkpoint,
        'caught up',
      ]);
    }));

  test(`${behaviour}: more events at once than a live subscription holds ${behaviour === '23.10' ? 'end it' : 'are read from the log'}`, () =>
    withServer(behaviour, async (url, client) => {
      const following = followRaw(url, { from: 'end' });
      const { messages } = following;
      await following.until('caught up', () => messages.includes('caught up'));
      await client.appendToStream(newStream(), numbered(500));
      await following.until('the end', () => messages.at(-1) !== 'event' && messages.length > 2);
      const counts = [messages.filter((message) => message === 'event').length, messages.at(-1)];
      const tooSlow =
        'error 10 Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';
      assert.equal(counts, behaviour === '23.10' ? [430, tooSlow] : [500, 'caught up']);
      following.close();
    }));

  test(`${behaviour}: a subscription cannot begin inside a record, or at a number that does not exist`, () =>
    withServer(behaviour, async (url, client) => {
      const at = await positionOf(client.appendToStream(newStream(), numbered(1)));
      await client.appendToStream(newStream(), numbered(1));
      const fault = 'error 2 Exception was thrown by handler.';
      const inside = followRaw(url, { from: [at + 1n, at + 1n], prefix: 'nobody' });
      const beyond = followRaw(url, { from: [1n << 63n, 1n << 63n] });
      await inside.until('an error', () => inside.messages.some((message) => message.startsWith('error')));
      await beyond.until('an error', () => beyond.messages.some((message) => message.startsWith('error')));
      assert.is(
        inside.messages.at(-1),
        behaviour === '23.10' ? fault : 'error 3 Trying to read from an invalid position.',
      );
      assert.is(beyond.messages.at(-1), fault);
      inside.close();
      beyond.close();
    }));

  test(`${behaviour}: metadata ${behaviour === '23.10' ? 'do not count' : 'count'} towards the limit of an append`, () =>
    withServer(
      behaviour,
      async (_url, client) => {
        const metadata = { text: 'x'.repeat(600 * 1024) };
        const events = [0, 1].map(() => jsonEvent({ type: 'Noted', data: {}, metadata }));
        const append = client.appendToStream(newStream(), events);
        if (behaviour === '23.10') assert.ok((await append).success);
        else await failureOf(append, MaxAppendSizeExceededError);
      },
      { maxAppendSize: 1024 * 1024 },
    ));

  test(`${behaviour}: an append of 3 MiB is ${behaviour === '26.1' ? 'kept' : 'refused'} without a setting`, () =>
    withServer(behaviour, async (_url, client) => {
      const stream = newStream();
      const data = new Uint8Array(3 * 1024 * 1024).fill(7);
      const append = client.appendToStream(stream, binaryEvent({ type: 'Big', data }));
      if (behaviour !== '26.1') {
        const { maxAppendSize } = await failureOf(append, MaxAppendSizeExceededError);
        return assert.is(maxAppendSize, traitsOf[behaviour].maxAppendSize);
      }
      await append;
      const [read] = await collect(client.readStream(stream));
      assert.is((read?.data as Uint8Array).length, data.length);
    }));

  const limitsEvents = behaviour === '26.1';
  test(`${behaviour}: a single event above the limit is refused ${limitsEvents ? 'with an error of its own' : 'like an append'}`, () =>
    withServer(
      behaviour,
      async (url, client) => {
        const bytes = 2048;
        const event = binaryEvent({ type: 'Big', data: new Uint8Array(bytes) });
        const { message } = await failureOf<Error>(
          client.appendToStream(newStream(), event),
          limitsEvents ? UnknownError : MaxAppendSizeExceededError,
        );
        if (limitsEvents) assert.match(message, 'MaximumAppendEventSizeExceeded');
        const parts = [appendOptions(newStream(), 'any'), proposed('Big', 'x'.repeat(bytes))];
        const trailers = await trailersOf(appendByCall(url, parts));
        assert.is(trailers['exception'], `maximum-append-${limitsEvents ? 'event-' : ''}size-exceeded`);
        if (!limitsEvents) return;
        assert.is(trailers['maximum-append-event-size'], '1024');
        assert.is(trailers['proposed-append-event-size'], String(bytes + 2 * 'Big'.length));
      },
      { maxAppendSize: 1024 },
    ));
}

test.run();
