// Embedded only: the stores are stopped.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readServiceFile } from '../../app/data-dir/service-file.ts';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { eachInDirectory } from '../support/directory.ts';
import { type ChildServer, startInProcess } from '../support/eventstore/child-server.ts';
import { eventually } from '../support/eventually.ts';
import { formlog } from '../support/formlog.ts';

const test = suite<{ dir: string }>('stores that fall silent');
eachInDirectory(test);

const token = 'an-operator-of-silent-stores';
/** Handlers have 12 seconds; checks of a store take up to 15. The rest is for a busy machine. */
const limitMs = 60_000;
const names = ['eventstore', 'mongodb', 'nats'] as const;

async function startStores(dir: string): Promise<Readonly<Record<(typeof names)[number], ChildServer>>> {
  const start = (name: string) =>
    startInProcess(entryUrl(`../../packages/embedded-${name}/src/bin`, import.meta.url), {
      dir: join(dir, name),
    });
  const [eventstore, mongodb, nats] = await Promise.all([
    start('eventstore'),
    start('mongodb'),
    start('nats'),
  ]);
  return { eventstore, mongodb, nats };
}

async function startAll(dir: string, stores: Awaited<ReturnType<typeof startStores>>) {
  const service = formlog(dir, ['serve'], {
    PORT: '0',
    MASTER_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    EVENTSTORE_URL: stores.eventstore.url,
    MONGODB_URL: stores.mongodb.url,
    NATS_URL: stores.nats.url,
    OPERATOR_TOKENS: `operator:${token}`,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  });
  const url = await eventually(
    'it has started',
    () => {
      if (service.process.exitCode !== null) throw new Error(service.stderr());
      const file = readServiceFile(dir);
      return file !== null && file.pid === service.process.pid && file.url;
    },
    limitMs,
  );
  const readiness = async () => {
    const answer = await fetch(`${url}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  const admin = (method: 'GET' | 'POST', path: string) =>
    fetch(`${url}/api/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ name: 'Acme', plan: 'demo' }) }),
      signal: AbortSignal.timeout(limitMs),
    });
  return { ...service, readiness, admin };
}

test('each silent store is named in readiness and in the log, requests get 503, and everything recovers with it', async ({
  dir,
}) => {
  const stores = await startStores(dir);
  const service = await startAll(dir, stores);
  const isReady = async () => (await service.readiness()).status === 200;
  await eventually('it is ready', isReady, limitMs);
  /** A request that cannot do without the store; nothing that a client asks for needs NATS. */
  const needing = {
    eventstore: () => service.admin('POST', '/accounts'),
    mongodb: () => service.admin('GET', '/accounts'),
    nats: null,
  };
  for (const name of names) {
    process.kill(stores[name].pid, 'SIGSTOP');
    const noticed = eventually(
      `readiness names ${name}`,
      async () => {
        const { status, text } = await service.readiness();
        return status === 503 && text.includes(`"${name}":"unreachable"`);
      },
      limitMs,
    );
    const answer = await needing[name]?.();
    await noticed;
    if (answer) assert.is(answer.status, 503, name);
    await eventually(
      `the log names ${name}`,
      () => new RegExp(`"store":"${name}".*a store does not answer`).test(service.stderr()),
      limitMs,
    );
    process.kill(stores[name].pid, 'SIGCONT');
    await eventually(`it is ready after ${name}`, isReady, limitMs);
    const made = await eventually(
      'it takes changes',
      async () => {
        const posted = await service.admin('POST', '/accounts');
        return posted.status === 201 && posted.headers.get('x-log-position');
      },
      limitMs,
    );
    await eventually(
      'it lists them',
      async () => {
        const listed = await service.admin('GET', '/accounts');
        return listed.status === 200 && BigInt(listed.headers.get('x-log-position') ?? made) >= BigInt(made);
      },
      limitMs,
    );
  }
  assert.is(await service.kill('SIGTERM'), 0);
  await Promise.all(names.map((name) => stores[name].kill('SIGKILL')));
});

test.run();
