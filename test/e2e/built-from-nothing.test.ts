// Embedded only: a store is stopped by SIGSTOP.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { caughtUp } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eachInDirectory } from '../support/directory.ts';
import { startInProcess } from '../support/eventstore/child-server.ts';
import { eventually } from '../support/eventually.ts';
import { type Running, startService } from '../support/formlog.ts';

const test = suite<{ dir: string }>('built from nothing');
eachInDirectory(test);

const Made = Type.Object({ id: Type.String(), key: Type.Optional(Type.String()) });
const submissions = 200;
/** How many of them have a second delivery, which the other receiver refuses at first. */
const refused = 20;
const frozenMs = 300;
const thawedMs = 250;

type Post = (path: string, body: object, by?: string) => Promise<{ id: string; key?: string | undefined }>;

const posting =
  (url: string, token: string): Post =>
  (path, body, by = token) =>
    eventually(path, async () => {
      const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' };
      const answer = await fetch(`${url}/api/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return Value.Parse(Made, await answer.json());
    });

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** An account with submissions: all have arrived at one receiver, and the last ones wait for another try at the other. */
async function deliverAll(post: Post, receiver: Receiver, refusing: Receiver) {
  const { id } = await post('admin/v1/accounts', { name: 'Acme', plan: 'business' });
  const { key } = await post(`admin/v1/accounts/${id}/keys`, { name: 'CI' });
  const form = await post(`admin/v1/accounts/${id}/forms`, {
    title: 'Feedback',
    status: 'published',
    fields: [{ key: 'name', label: 'Name', kind: 'short_text' }],
  });
  const addDestination = (url: string) =>
    post(`admin/v1/accounts/${id}/destinations`, { label: 'receiver', url });
  await addDestination(receiver.url);
  const submit = (name: string, by = post) =>
    by('public/v1/submissions', { form_id: form.id, answers: { name } }, key);
  for (let n = 0; n < submissions; n += 20) {
    if (n === submissions - refused) await addDestination(refusing.url);
    await Promise.all(Array.from({ length: 20 }, (_, m) => submit(`${n + m}`)));
  }
  await eventually('all have arrived', () => receiver.received.length >= submissions, 60_000);
  await eventually('some are refused', () => refusing.received.length >= refused, 60_000);
  return { submit };
}

/** When the log recorded the end of each delivery, in milliseconds since 1970, by its id. */
async function endsInLog(url: string): Promise<ReadonlyMap<string, number>> {
  const log = openEventStoreLog({ url });
  const { signal } = new AbortController();
  const all = log.backlog({ after: null, streamPrefixes: ['delivery-'], signal });
  const ends = new Map<string, number>();
  for (let batch; (batch = await all.take(1_000));)
    for (const item of batch) {
      const recorded = item === caughtUp ? null : item.event;
      if (recorded?.event.type === 'DeliveryAttempted' && recorded.event.data.succeeded)
        ends.set(recorded.stream.replace('delivery-', ''), recorded.recordedAt.getTime());
    }
  await log.close();
  return ends;
}

/**
 * The requests that arrived after the end of their delivery was in the log, but for the one that ended it: log and
 * receiver read their clocks in two processes, and less than a millisecond can lie between the two.
 */
function sentAfterTheirEnd(ends: ReadonlyMap<string, number>, receivers: readonly Receiver[]) {
  const ended = new Set<string>();
  return receivers
    .flatMap(({ received }) => received)
    .map(({ headers, at, status }) => {
      const id = String(headers['x-service-delivery']);
      return { id, status, at: performance.timeOrigin + at, end: ends.get(id) ?? Infinity };
    })
    .filter(({ id, status, at, end }) => {
      const endedIt = status === 204 && !ended.has(id);
      if (endedIt) ended.add(id);
      return !endedIt && at > end;
    });
}

/** Stops and continues a process in pulses until `work` has ended. */
async function inPulses<T>(pid: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const ended = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    process.kill(pid, 'SIGSTOP');
    await delay(frozenMs);
    process.kill(pid, 'SIGCONT');
    await delay(thawedMs);
  }
  return ended;
}

test('an ended delivery is not sent again, although MongoDB was emptied and the event store freezes in pulses', async ({
  dir,
}) => {
  const events = await startInProcess(
    entryUrl('../../packages/embedded-eventstore/src/bin', import.meta.url),
    {
      dir: join(dir, 'events'),
    },
  );
  const settings = {
    EVENTSTORE_URL: events.url,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'error',
    MASTER_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_REQUESTS: '100000',
    // Refused deliveries wait this long, in which the models are built again.
    WEBHOOK_RETRY_MINUTES: Array(9).fill('0.33').join(','),
  };
  const tokenOf = (name: string) => readFileSync(join(dir, name, 'operator-token'), 'utf8').trim();
  const receiver = await startReceiver();
  let status = 503;
  const refusing = await startReceiver(() => status);
  const running: Running[] = [];
  const start = async (name: string) => {
    const service = await startService(join(dir, name), settings, 120_000);
    running.push(service);
    return service;
  };
  try {
    const first = await start('first');
    const { submit } = await deliverAll(posting(first.url, tokenOf('first')), receiver, refusing);
    assert.is(await first.kill('SIGTERM'), 0);
    assert.is(receiver.received.length, submissions);

    status = 204;

    // Another data directory: MongoDB holds nothing.
    const second = await inPulses(events.pid, start('second'));
    // Deliveries begin in the order of the log: once this one arrives, all others have begun again.
    await submit('the last', posting(second.url, tokenOf('second')));
    const isLast = ({ body }: { body: string }) => body.includes('the last');
    await eventually('the last one arrives', () => receiver.received.some(isLast), 60_000);
    const ends = await eventually(
      'the log has the end of each delivery',
      async () => {
        const found = await endsInLog(events.url);
        return found.size === submissions + refused + 2 && found;
      },
      90_000,
    );
    await second.kill('SIGTERM');
    assert.equal(sentAfterTheirEnd(ends, [receiver, refusing]), []);
    assert.is(receiver.received.length, submissions + 1);
  } finally {
    receiver.close();
    refusing.close();
    await Promise.all(running.map((service) => service.kill('SIGKILL')));
    await events.kill('SIGKILL');
  }
});

test.run();
