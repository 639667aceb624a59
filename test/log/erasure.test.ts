// Embedded only: the log is scavenged and its server restarted.

import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { NewEvent } from '../../log/event-log.ts';
import { noStream } from '../../log/event-log.ts';
import { LogUnavailable, StreamErased } from '../../log/log-errors.ts';
import { memoryOfScavenges, purged } from '../support/eventstore/scavenge-memory.ts';
import { temporaryLog } from '../support/eventstore/temporary-log.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('log: erasure');

const event = (name: string): NewEvent => ({
  id: randomUUID(),
  event: { type: 'FormDetailsChanged', data: { title: name, at: '2026-03-01T12:00:00.000Z' } },
  metadata: {
    accountId: 'acme',
    actor: { kind: 'system', id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  },
});

const erased = async (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => false,
    (error: unknown) => error instanceof StreamErased && error.stream === 'form-a',
  );

async function first<T>(items: AsyncIterable<T>): Promise<T | null> {
  for await (const item of items) return item;
  return null;
}

test('an erased stream can be neither read nor written, and nothing of it remains in the log', async () => {
  const { log, close } = await temporaryLog();
  await log.append('form-a', noStream, [event('one'), event('two')]);
  await log.append('form-b', noStream, [event('three')]);
  await log.eraseStream('form-a');
  await log.eraseStream('form-a');
  assert.ok(await erased(() => first(log.readStream('form-a'))));
  assert.ok(await erased(() => log.readPage('form-a', { direction: 'forwards', limit: 1 })));
  assert.ok(await erased(() => log.readEvent('form-a', 0)));
  assert.ok(await erased(() => log.append('form-a', noStream, [event('again')])));
  assert.ok(await erased(() => log.append('form-a', 1, [event('again')])));
  assert.ok(await erased(() => first(log.readStored({ from: null, stream: 'form-a' }))));
  await purged(log);
  const streams: string[] = [];
  for await (const { stream } of log.readStored({ from: null })) streams.push(stream);
  assert.equal(streams, ['form-b']);
  await close();
});

test('a store that does not respond is reported', async () => {
  const { log, stop, restart, close } = await temporaryLog();
  await log.append('form-b', noStream, [event('three')]);
  await stop();
  const memory = memoryOfScavenges();
  const refused = await log.purge([1n], memory).catch((error: unknown) => error);
  assert.instance(refused, LogUnavailable);
  await restart();
  const isPurged = async (): Promise<boolean> => {
    const { pending } = await log.purge([1n], memory);
    return pending.length === 0;
  };
  await eventually('purged', () => isPurged().catch(() => false), 20_000);
  await close();
});

test.run();
