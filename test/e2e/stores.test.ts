// Embedded only: real stores have their own users.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { AccessDeniedError, EventStoreDBClient } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { natsOptions } from '../../dispatcher/bus/bus.ts';
import { eachInDirectory } from '../support/directory.ts';
import { collect, failureOf } from '../support/eventstore/eventstore.ts';
import { formlog, formlogJson, startService } from '../support/formlog.ts';
import { inLongRun } from '../support/long-run.ts';

const test = suite<{ dir: string }>('embedded stores of a service');
eachInDirectory(test);

const Stores = Type.Object({ eventstore: Type.String(), mongodb: Type.String(), nats: Type.String() });
type Stores = Static<typeof Stores>;

async function printedStores(dir: string): Promise<Stores> {
  const [printed] = await formlogJson(dir, ['stores']);
  return Value.Parse(Stores, printed);
}

const withoutCredentials = (url: string): string => url.replace(/:\/\/[^@]+@/, '://');

async function readLog(url: string): Promise<number> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    return (await collect(client.readAll({ maxCount: 10 }))).length;
  } finally {
    await client.dispose();
  }
}

async function collectionsAt(url: string): Promise<string[]> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 2_000 });
  try {
    return (await client.db('formlog').listCollections().toArray()).map(({ name }) => name);
  } finally {
    await client.close();
  }
}

const connectNats = async (url: string): Promise<void> =>
  (await connect({ ...natsOptions(url), ignoreAuthErrorAbort: false, reconnect: false })).close();

test('formlog stores prints working addresses, which need their credentials', async ({ dir }) => {
  const service = await startService(dir);
  const stores = await printedStores(dir);
  assert.ok((await readLog(stores.eventstore)) > 0);
  assert.ok((await collectionsAt(stores.mongodb)).includes('_checkpoints'));
  await connectNats(stores.nats);

  await failureOf(readLog(withoutCredentials(stores.eventstore)), AccessDeniedError);
  const isRefused = async (work: Promise<unknown>, message: RegExp): Promise<void> =>
    work.then(
      () => assert.unreachable('served'),
      (error: unknown) => assert.match(String(error), message),
    );
  const anonymous = withoutCredentials(stores.mongodb);
  await isRefused(collectionsAt(anonymous), /requires authentication/);
  await isRefused(connectNats(withoutCredentials(stores.nats)), /Authorization Violation/i);

  for (const name of ['service.json', 'eventstore-certificate.pem'])
    assert.is(statSync(join(dir, name)).mode & 0o777, 0o600, name);
  assert.is(await service.kill('SIGTERM'), 0);
});

inLongRun(test)('each start has new credentials, and a stopped service has none', async ({ dir }) => {
  const first = await startService(dir);
  const before = await printedStores(dir);
  await first.kill('SIGKILL');
  const stopped = formlog(dir, ['stores']);
  assert.is(await stopped.exited, 3);
  assert.match(stopped.stderr(), 'No service is running');
  const second = await startService(dir);
  const after = await printedStores(dir);
  const secretOf = (url: string): string => /:\/\/([^@]+)@/.exec(url)?.[1] ?? '';
  for (const name of ['eventstore', 'mongodb', 'nats'] as const)
    assert.is.not(secretOf(after[name]), secretOf(before[name]), name);
  assert.is(await second.kill('SIGTERM'), 0);
  assert.not.match(second.stderr(), secretOf(after.mongodb));
});

test.run();
