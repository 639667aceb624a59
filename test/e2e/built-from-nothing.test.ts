// Embedded only: a store is stopped by SIGSTOP.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryUrl } from '../../embedded/spawn.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eachInDirectory } from '../support/directory.ts';
import { startInProcess } from '../support/eventstore/child-server.ts';
import { eventually } from '../support/eventually.ts';
import { startService, type Running } from '../support/formlog.ts';

const test = suite<{ dir: string }>('built from nothing');
eachInDirectory(test);

const Made = Type.Object({ id: Type.String(), key: Type.Optional(Type.String()) });
const submissions = 200;
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

/** An account with submissions whose webhooks have all arrived. */
async function deliverAll(post: Post, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  const { id } = await post('admin/v1/accounts', { name: 'Acme', plan: 'business' });
  const { key } = await post(`admin/v1/accounts/${id}/keys`, { name: 'CI' });
  const form = await post(`admin/v1/accounts/${id}/forms`, {
    ...{ title: 'Feedback', status: 'published' },
    fields: [{ key: 'name', label: 'Name', kind: 'short_text' }],
  });
  await post(`admin/v1/accounts/${id}/destinations`, { label: 'receiver', url: receiver.url });
  const submit = (name: string, by = post) =>
    by('public/v1/submissions', { form_id: form.id, answers: { name } }, key);
  for (let n = 0; n < submissions; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, m) => submit(`${n + m}`)));
  await eventually('all have arrived', () => receiver.received.length >= submissions, 60_000);
  return { submit };
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

test('a delivery that has ended is not sent again, though MongoDB was emptied and the event store freezes in pulses', async ({
  dir,
}) => {
  const events = await startInProcess(entryUrl('../../embedded/eventstore/bin', import.meta.url), {
    dir: join(dir, 'events'),
  });
  const settings = {
    ...{ EVENTSTORE_URL: events.url, WEBHOOK_ALLOW_HOSTS: '127.0.0.1', LOG_LEVEL: 'error' },
    ...{ MASTER_KEY: randomBytes(32).toString('base64'), RATE_LIMIT_REQUESTS: '100000' },
  };
  const tokenOf = (name: string) => readFileSync(join(dir, name, 'operator-token'), 'utf8').trim();
  const receiver = await startReceiver();
  const running: Running[] = [];
  const start = async (name: string) => {
    const service = await startService(join(dir, name), settings, 120_000);
    running.push(service);
    return service;
  };
  try {
    const first = await start('first');
    const { submit } = await deliverAll(posting(first.url, tokenOf('first')), receiver);
    assert.is(await first.kill('SIGTERM'), 0);
    assert.is(receiver.received.length, submissions);

    // Another data directory: MongoDB holds nothing.
    const second = await inPulses(events.pid, start('second'));
    // The planner plans in the order of the log: once this one arrives, all others have been planned again.
    await submit('the last', posting(second.url, tokenOf('second')));
    const isLast = ({ body }: { body: string }) => body.includes('the last');
    await eventually('the last one arrives', () => receiver.received.some(isLast), 60_000);
    await second.kill('SIGTERM');
    assert.is(receiver.received.length, submissions + 1);
  } finally {
    receiver.close();
    await Promise.all(running.map((service) => service.kill('SIGKILL')));
    await events.kill('SIGKILL');
  }
});

test.run();
