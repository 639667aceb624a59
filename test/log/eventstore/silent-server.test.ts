// Embedded only: its bytes are held.

import { randomUUID } from 'node:crypto';
import pTimeout from 'p-timeout';
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
/** The longest limit of these calls is 15 seconds; the rest is for a busy machine. */
const limitMs = 60_000;

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
  const hearing = cursor.take(1).catch((reason: unknown) => reason);
  const calls = [
    append(),
    log.ping(),
    log.head(),
    log.eventAt(position),
    log.eraseStream(`account-${randomUUID()}`),
  ];
  const failures = await pTimeout(Promise.all(calls.map(failureOf)), { milliseconds: limitMs });
  // A later one has a limit as well, whatever became of the call of the others.
  const later = await pTimeout(failureOf(append()), { milliseconds: limitMs });
  for (const failure of [...failures, later]) assert.instance(failure, LogUnavailable);
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
