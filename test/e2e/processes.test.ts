import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readServiceFile } from '../../app/data-dir/service-file.ts';
import { startEventStore } from '../../packages/embedded-eventstore/src/server.ts';
import { eachInDirectory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, health, startService } from '../support/formlog.ts';
import { inLongRun, isLongRun } from '../support/long-run.ts';
import {
  embeddedOnly,
  useEventStoreServer,
  useMongoServer,
  useNatsServer,
  withDatabase,
} from '../support/servers.ts';

const test = suite<{ dir: string }>('processes over stores of their own');

eachInDirectory(test);

/** The three stores, their addresses as settings, and their end. */
async function startStores(dir: string) {
  const stores = await Promise.all([useEventStoreServer(), useMongoServer(), useNatsServer()]);
  const [eventstore, mongodb, nats] = stores;
  const mongoUrl = mongodb.embedded ? mongodb.url : withDatabase(mongodb.url, dir);
  const settings = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongoUrl, NATS_URL: nats.url };
  return { settings, close: () => Promise.all(stores.map((store) => store.close())) };
}

test('roles in separate processes over separate stores work together', async ({ dir }) => {
  const stores = await startStores(dir);
  const shared = { ...stores.settings, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
  // The API is ready once the read models have been complete, which are the other process's work.
  const [api, work] = await Promise.all([
    startService(join(dir, 'api'), { ...shared, ROLES: 'api' }),
    startService(join(dir, 'work'), { ...shared, ROLES: 'projector,dispatcher,worker' }),
  ]);
  assert.equal(Object.keys((await health(api.url)).stores).sort(), ['eventstore', 'mongodb']);
  assert.ok(Object.keys((await health(work.url)).roles).includes('worker'));
  assert.is((await fetch(`${work.url}/api/public/v1/forms`)).status, 404, 'no API without its role');

  const listener = formlog(join(dir, 'api'), ['listen', '--json']);
  await eventually('the listener is registered', () => listener.stderr().includes('istening'));
  const forms = await formlogJson(join(dir, 'api'), ['forms', 'list']);
  assert.ok(forms.length > 0, 'the read models are kept by the other process');
  await listener.kill('SIGINT');
  assert.is(await work.kill('SIGTERM'), 0, work.stderr());
  assert.is(await api.kill('SIGTERM'), 0, api.stderr());
  await stores.close();
});

inLongRun(test)(
  'the command line finds the process that has the API among several over one directory',
  async ({ dir }) => {
    const stores = await startStores(dir);
    const shared = { ...stores.settings, PORT: '0' };
    const data = join(dir, 'data');
    const api = await startService(data, { ...shared, ROLES: 'api,projector' });
    const work = formlog(data, ['serve', '--json'], { ...shared, ROLES: 'dispatcher,worker' });
    await eventually('the other process runs', () => work.lines.length > 0, 30_000);
    assert.is(readServiceFile(data)?.url, api.url);
    assert.is(await work.kill('SIGTERM'), 0, work.stderr());
    assert.is(readServiceFile(data)?.url, api.url, 'and after it has gone');
    assert.is(await api.kill('SIGTERM'), 0, api.stderr());
    assert.is(readServiceFile(data), null);
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const alone = formlog(data, ['serve', '--json'], { ...shared, ROLES: 'worker' });
      await eventually('it runs alone', () => alone.lines.length > 0, 30_000);
      const found = readServiceFile(data)?.pid;
      await alone.kill(signal);
      assert.is(found, alone.process.pid, 'one without the API as well, and after one that was killed');
    }
    await stores.close();
  },
);

if (isLongRun)
  embeddedOnly(
    test,
    'EVENTSTORE_URL',
    'the event store is stopped',
  )(
    'a store that is away is said so by /readyz, and answered with 503; it is well again when it returns',
    async ({ dir }) => {
      const place = join(dir, 'eventstore');
      let eventstore = await startEventStore({ dir: place, port: 0 });
      const service = await startService(dir, { EVENTSTORE_URL: eventstore.url });
      await eventstore.close();
      await eventually('not ready', async () => !(await health(service.url)).ready);
      assert.is((await health(service.url)).stores['eventstore'], 'unreachable');
      assert.is((await fetch(`${service.url}/healthz`)).status, 200, 'alive all the same');
      eventstore = await startEventStore({ dir: place, port: eventstore.port });
      await eventually('ready again', async () => (await health(service.url)).ready, 30_000);
      assert.is(await service.kill('SIGTERM'), 0, service.stderr());
      await eventstore.close();
    },
  );

test.run();
