import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { build } from '../../projections/build.ts';
import { openCheckpoints } from '../../projections/checkpoints.ts';
import { openControl, verificationOf } from '../../projections/control.ts';
import { begun, copyOf, dropped, switched, withBuild } from '../../projections/generations.ts';
import type { EventLog } from '../../log/event-log.ts';
import { openModels } from '../../projections/models.ts';
import { modelId } from '../../projections/projection.ts';
import type { ReadStore } from '../../projections/read-store.ts';
import { submissions } from '../../projections/submissions.ts';
import { eventually } from '../support/eventually.ts';
import { storedBy, writerTo } from './running.ts';
import { formCreated, minute, submitted } from './samples.ts';
import { startLog, startReadStore, type TestReadStore } from './stores.ts';
import { tend } from './tending.ts';

const test = suite('projections/verification');

let stores: { readonly log: EventLog; readonly store: ReadStore };
let server: TestReadStore;
let closeLog: () => Promise<void>;
test.before(async () => {
  server = await startReadStore();
  const { log, close } = await startLog();
  stores = { log, store: server.store };
  closeLog = close;
});
test.after(async () => {
  await closeLog();
  await server.close();
});

const at = minute(0);
const name = verificationOf(submissions.name);

async function collectionsLike(part: string): Promise<readonly string[]> {
  const client = await MongoClient.connect(server.url);
  try {
    const found = await client.db(server.database).listCollections().toArray();
    return found.map((one) => one.name).filter((one) => one.includes(part));
  } finally {
    await client.close();
  }
}

test('leaves its report alone, and gives way where nobody works on it', async () => {
  const write = writerTo(stores.log);
  const position = await write(formCreated('f1'), submitted('s1'), submitted('s2'));
  const projector = await tend(stores, submissions);
  const control = openControl({ ...stores, models: [submissions], managers: [] });
  await projector.reaches(position);
  const reported = () =>
    eventually('it is verified', async () => {
      const found = (await projector.models.all()).find(({ _id }) => _id === name);
      return found?.generations.length === 0 && found.check?.report;
    });

  assert.is(await control.verify(submissions.name, null), null);
  assert.is((await reported()).different, 0);
  assert.equal(await collectionsLike('.verify@'), []);
  const status = (await control.status()).find((one) => one.name === name);
  assert.equal([status?.state, status?.generations], ['ready', []]);
  await projector.stop();

  // Begun by a process that is gone, and so at no end.
  const range = { after: null, upTo: { position } };
  const check = { share: 1, report: null };
  const left = copyOf(submissions, name, { range, check, at, number: 7 });
  await openModels(stores.store).change(name, () => left);
  await stores.store.named(left.generations[0]?.id ?? '').insertOne({ _id: 'left behind' });
  assert.is(await control.verify(submissions.name, null), null);
  const again = await tend(stores, submissions);
  assert.is((await reported()).different, 0);
  assert.equal(await collectionsLike('.verify@'), []);
  assert.is(await control.drop(name), null);
  assert.is(
    (await projector.models.all()).find(({ _id }) => _id === name),
    undefined,
  );
  await again.stop();
});

test('one that a process works on is not replaced', async () => {
  const range = { after: null, upTo: { position: 1n } };
  const check = { share: 1, report: null };
  const record = copyOf(submissions, name, { range, check, at, number: 8 });
  await openModels(stores.store).change(name, () => record);
  const lease = await openCheckpoints(stores.store).acquire(record.generations[0]?.id ?? '');
  const control = openControl({ ...stores, models: [submissions], managers: [] });
  assert.is(await control.verify(submissions.name, null), 'busy');
  await lease?.release();
  assert.is(await control.verify(submissions.name, null), null);
});

test('a builder that lost its lease before it began empties nothing', async () => {
  const model = { ...submissions, name: 'taken-over' };
  const checkpoints = openCheckpoints(stores.store, { leaseMs: 100 });
  const deps = { ...stores, isBusy: () => false };
  const wanted = { projection: model, name: model.name, seed: null, upTo: null };
  const { signal } = new AbortController();
  const late = await eventually('the lease is free', () => checkpoints.acquire(modelId(model)));
  const next = await eventually('the lease ran out', () => checkpoints.acquire(modelId(model)));
  assert.ok(await build(wanted, deps, next, signal));
  const built = await storedBy(stores.store, model);
  assert.ok(built['s1'] && built['s2']);
  const stopping = new AbortController();
  const backlog = () => {
    stopping.abort();
    return { take: async () => null, close: () => undefined };
  };
  await build(wanted, { ...deps, log: { ...stores.log, backlog } }, late, stopping.signal).catch(
    () => undefined,
  );
  assert.ok(stopping.signal.aborted, 'it began');
  assert.equal(await storedBy(stores.store, model), built);
});

test('no number of a generation is given twice', () => {
  const { version } = submissions;
  const made = withBuild(begun(submissions, null, at), version, { seed: null, at });
  assert.ok(made);
  const numbers = made.generations.map(({ number }) => number);
  const read = switched(made, at);
  const rest = dropped(read, version, new Set()).generations.filter(({ state }) => state !== 'dropping');
  const last = { ...read, generations: rest.filter(({ number }) => number === 1) };
  const next = withBuild(last, version, { seed: null, at })?.generations.at(-1);
  assert.not.ok(numbers.includes(next?.number ?? 0), `${next?.number} is one of ${numbers.join(', ')}`);
});

test.run();
