// Embedded only: logs of one test alone are compared by their ends.

import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isOwnStream, streamOf } from '../../domain/stream-names.ts';
import { divergenceOf, lastIdentity, rememberLog } from '../../log/continuity.ts';
import { type EventIdentity, type EventLog, type NewEvent, noStream } from '../../log/event-log.ts';
import { purged } from '../support/eventstore/scavenge-memory.ts';
import { type TemporaryLog, temporaryLog } from '../support/eventstore/temporary-log.ts';

const test = suite<{ first: TemporaryLog; other: TemporaryLog }>('log/continuity');

test.before.each(async (context) => {
  [context.first, context.other] = await Promise.all([temporaryLog(), temporaryLog()]);
});
test.after.each(async ({ first, other }) => {
  await Promise.all([first.close(), other.close()]);
});

const event = (title: string): NewEvent => ({
  id: randomUUID(),
  event: { type: 'FormDetailsChanged', data: { title, at: '2026-03-01T12:00:00.000Z' } },
  metadata: {
    accountId: 'acme',
    actor: { kind: 'system', id: 'test' },
    correlationId: 'c',
    causationId: 'c',
  },
});

async function appended(log: EventLog, stream: string, title = 'one'): Promise<EventIdentity> {
  const added = event(title);
  const { position } = await log.append(stream, noStream, [added]);
  return { position, id: added.id, stream };
}

const reasonIn = async (log: EventLog, known: EventIdentity): Promise<string> =>
  (await divergenceOf(log, { position: known.position, event: known })) ?? 'none';

test('a log that still contains the event continues from it, however far it has grown', async ({
  first: { log },
}) => {
  const known = await appended(log, 'form-a');
  assert.is(await reasonIn(log, known), 'none');
  await appended(log, 'form-b');
  assert.is(await reasonIn(log, known), 'none');
  assert.equal(await log.eventAt(known.position), known);
});

test('an erased and scavenged event does not count as missing', async ({ first: { log } }) => {
  const known = await appended(log, 'form-a');
  await appended(log, 'form-b');
  await log.eraseStream('form-a');
  assert.is(await reasonIn(log, known), 'none');
  await purged(log);
  assert.is(await log.eventAt(known.position), null);
  assert.is(await reasonIn(log, known), 'none');
});

test('a log that ends before the event has diverged, as has an empty one', async ({
  first: { log },
  other,
}) => {
  const none = { head: async () => null, eventAt: log.eventAt, readEvent: log.readEvent };
  const unknown = { position: 90n, id: 'x', stream: 'form-a' };
  assert.match((await divergenceOf(none, { position: 90n, event: unknown })) ?? '', 'the log is empty');
  const early = await appended(other.log, 'form-a');
  for (const stream of ['form-a', 'form-b', 'form-c']) await appended(log, stream);
  const known = await appended(log, 'form-d');
  assert.match(await reasonIn(other.log, known), `the log ends at position ${early.position}`);
});

test('another event, or none, at the position of the event reveals another log', async ({
  first: { log },
  other,
}) => {
  const known = await appended(log, 'form-a', 'same length');
  await appended(other.log, 'form-a', 'same length');
  await appended(other.log, 'form-b');
  assert.match(await reasonIn(other.log, known), 'where it had');
  assert.match(
    await reasonIn(other.log, { ...known, position: known.position + 1n }),
    'no event at position',
  );
});

test('a checkpoint of an earlier release, without an event, is compared with the end of the log only', async ({
  first: { log },
}) => {
  assert.is(await divergenceOf(log, { position: null, event: null }), null);
  const { position } = await appended(log, 'form-a');
  assert.is(await divergenceOf(log, { position, event: null }), null);
  assert.ok(await divergenceOf(log, { position: position + 1n, event: null }));
});

test('the replacement of a watched log is detected, whichever of the two is longer', async ({
  first,
  other,
}) => {
  let present = first.log;
  const compare = rememberLog({
    head: () => present.head(),
    eventAt: (position) => present.eventAt(position),
    readEvent: (stream, revision) => present.readEvent(stream, revision),
  });
  assert.is(await compare(null), null, 'an empty log');
  await appended(first.log, 'form-a', 'same length');
  for (let n = 0; n < 2; n++) assert.is(await compare(null), null);
  await appended(other.log, 'form-a', 'same length');
  await appended(other.log, 'form-b');
  present = other.log;
  assert.match(String(await compare(null)), 'where it had');
  present = first.log;
  assert.is(await compare(null), null, 'the former log is back');
});

test('while the last event is a system event, the last event of the service is kept', async () => {
  const at = (position: bigint, stream: string, id: string): EventIdentity => ({ position, stream, id });
  const events = new Map(
    [at(5n, 'form-a', 'first'), at(9n, '$stats', 's')].map((one) => [one.position, one]),
  );
  const compare = rememberLog({
    head: async () => 9n,
    eventAt: async (position) => events.get(position) ?? null,
    readEvent: async () => null,
  });
  assert.is(await compare(at(5n, 'form-a', 'first')), null);
  events.set(5n, at(5n, 'form-a', 'other'));
  assert.match(String(await compare(null)), 'the log has event other at position 5');
});

test('a log is identified by events of the service, never by others', () => {
  for (const name of Object.values(streamOf)) assert.ok(isOwnStream(name('a', 'b')), name('a', 'b'));
  assert.not(isOwnStream('$stats-127.0.0.1:2113'));
  const at = (position: bigint, stream: string) => ({
    position,
    event: null,
    passed: { position, stream, id: String(position) },
  });
  assert.is(lastIdentity([at(1n, 'form-a'), at(2n, '$stats-x'), { position: 3n, event: null }])?.id, '1');
  assert.is(lastIdentity([at(2n, 'orders-x')]), null);
});

test.run();
