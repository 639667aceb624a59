// Embedded only: its bytes are held.

import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noStream } from '../../../log/event-log.ts';
import { openEventStoreLog } from '../../../log/eventstore/eventstore-log.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { eventually } from '../../support/eventually.ts';
import { throughWire } from '../../support/faults/through-wire.ts';
import { useEventStoreServer } from '../../support/servers.ts';
import { metadata } from '../metadata.ts';

const test = suite('an event store that falls silent');

const appendTimeoutMs = 1_000;
/** The longest limit of these calls. */
const limitMs = 15_000;

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (reason: unknown) => reason,
  );

test('during the silence every call fails within its limit, and afterwards all succeed', async () => {
  const server = await useEventStoreServer();
  const { url, wire } = await throughWire(server.url);
  const log = openEventStoreLog({ url, appendTimeoutMs });
  const append = () =>
    log.append(`account-${randomUUID()}`, noStream, [
      {
        id: randomUUID(),
        event: { type: 'PlanChanged', data: { plan: 'p', at: '2026-01-02T03:04:05.678Z' } },
        metadata,
      },
    ]);
  const { position } = await append();
  const stopping = new AbortController();
  const cursor = await log.feed.reserve(stopping.signal);
  // The limits keep no process alive.
  const staysAlive = setInterval(() => undefined, 1_000);
  wire.freeze();
  const since = performance.now();
  const hearing = cursor.take(1).catch((reason: unknown) => reason);
  const failures = await Promise.all(
    [append(), log.ping(), log.head(), log.eventAt(position), log.eraseStream(`account-${randomUUID()}`)].map(
      failureOf,
    ),
  );
  // A later one has a limit as well, whatever became of the call of the others.
  for (const failure of [...failures, await failureOf(append())]) assert.instance(failure, LogUnavailable);
  const tookMs = performance.now() - since;
  assert.ok(tookMs < limitMs, `${tookMs} ms`);
  wire.thaw();
  await eventually('it takes appends again', append, 60_000);
  await log.ping();
  const heard = await hearing;
  assert.ok(Array.isArray(heard) || heard instanceof LogUnavailable);
  clearInterval(staysAlive);
  stopping.abort();
  cursor.close();
  await log.close();
  await wire.close();
  await server.close();
});

test.run();
