// Embedded only: the event store is a process of its own.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pTimeout from 'p-timeout';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eachInDirectory } from '../support/directory.ts';
import { startInProcess } from '../support/eventstore/child-server.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/formlog.ts';

const test = suite<{ dir: string }>('stop rounds');
eachInDirectory(test);

const Made = Type.Object({ id: Type.String(), key: Type.Optional(Type.String()) });
/** As CRASH_ROUNDS: `npm run stops` takes 300. */
const rounds = Number(process.env['STOP_ROUNDS'] ?? 4);
const stopTimeoutS = 20;
const submitters = 12;

type Post = (path: string, by: string, body: object) => Promise<Response>;

const posting =
  (url: string): Post =>
  (path, by, body) =>
    fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

/** An account whose plan counts submissions, so that each of them takes a place of a quota. */
async function openAccount(post: Post, token: string, receiverUrl: string) {
  const make = async (path: string, body: object) =>
    Value.Parse(Made, await (await post(path, token, body)).json());
  const { id } = await make('admin/v1/accounts', { name: 'Acme', plan: 'business' });
  const { key = '' } = await make(`admin/v1/accounts/${id}/keys`, { name: 'CI' });
  const { id: form_id } = await make(`admin/v1/accounts/${id}/forms`, {
    title: 'Feedback',
    status: 'published',
    fields: [{ key: 'name', label: 'Name', kind: 'short_text' }],
  });
  await make(`admin/v1/accounts/${id}/destinations`, { label: 'receiver', url: receiverUrl });
  return { key, form_id };
}

test(`${rounds} services that are stopped under load end by themselves within their limit`, async ({
  dir,
}) => {
  const entry = entryUrl('../../packages/embedded-eventstore/src/bin', import.meta.url);
  const events = await startInProcess(entry, { dir: join(dir, 'events') });
  const receiver = await startReceiver();
  const settings = {
    EVENTSTORE_URL: events.url,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    RATE_LIMIT_REQUESTS: '1000000',
    STOP_TIMEOUT_S: String(stopTimeoutS),
    LOG_LEVEL: 'error',
  };
  let account: Awaited<ReturnType<typeof openAccount>> | null = null;
  try {
    for (let round = 0; round < rounds; round++) {
      const service = await startService(join(dir, 'service'), settings, 120_000);
      const post = posting(service.url);
      const token = readFileSync(join(dir, 'service', 'operator-token'), 'utf8').trim();
      account ??= await openAccount(post, token, receiver.url);
      const { key, form_id } = account;
      let accepted = 0;
      let isOver = false;
      const load = Array.from({ length: submitters }, async () => {
        while (!isOver) {
          const answer = await post('public/v1/submissions', key, { form_id, answers: { name: 'A' } }).catch(
            () => null,
          );
          if (answer?.status === 201) accepted += 1;
          await answer?.arrayBuffer().catch(() => null);
        }
      });
      try {
        // Each round is stopped at another stage of its work.
        const enough = 5 + ((round * 37) % 150);
        await eventually('work is under way', () => accepted >= enough, 60_000);
        const ended = service.kill('SIGTERM');
        const code = await pTimeout(ended, { milliseconds: (stopTimeoutS + 10) * 1_000 });
        assert.is(code, 0, `round ${round}: ${service.stderr()}`);
        assert.not.match(service.stderr(), 'open handles keep the process alive', `round ${round}`);
      } finally {
        isOver = true;
        await service.kill('SIGKILL');
        await Promise.all(load);
      }
      if ((round + 1) % 25 === 0) process.stderr.write(`${round + 1} of ${rounds} services have ended\n`);
    }
  } finally {
    receiver.close();
    await events.kill('SIGKILL');
  }
});

test.run();
