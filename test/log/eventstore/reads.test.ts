import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EventLog, type NewEvent, noStream } from '../../../log/event-log.ts';
import { temporaryLog } from '../../support/eventstore/temporary-log.ts';
import { metadata } from '../metadata.ts';

const test = suite<{ log: EventLog; close(): Promise<void> }>('reads that are left early');

test.before(async (context) => {
  Object.assign(context, await temporaryLog());
});
test.after(({ close }) => close());

const events = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    event: { type: 'PlanChanged', data: { plan: String(n), at: '2026-01-02T03:04:05.678Z' } },
    metadata,
  }));

test('more than a thousand abandoned reads do not harm the connection', async ({ log }) => {
  const stream = `account-${randomUUID()}`;
  const stopping = new AbortController();
  const place = await log.feed.reserve(stopping.signal);
  const { position } = await log.append(stream, noStream, events(1));
  await log.append(stream, 0, events(1));
  for (let heard = 0; heard < 2;) heard += (await place.take(10)).length;
  for (let n = 0; n < 1_200; n++) for await (const _ of log.readStored({ from: position })) break;
  await log.append(stream, 1, events(1));
  assert.is((await place.take(10)).length, 1, 'it was heard all the time');
  stopping.abort();
  place.close();
});

test.run();
