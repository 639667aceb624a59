import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CheckpointDocument } from '../../../coordination/leases/lease-documents.ts';
import { sessionsOf } from '../../../coordination/leases/lease-documents.ts';
import { openLeases } from '../../../coordination/leases/leases.ts';
import { Session } from '../../../coordination/leases/session.ts';
import type { ReadStore } from '../../../coordination/read-store.ts';
import type { EventLog } from '../../../log/event-log.ts';
import { build } from '../../../projections/generations/build/build.ts';
import { openControl } from '../../../projections/generations/control/control.ts';
import { verificationOf } from '../../../projections/generations/control/control-copies.ts';
import { startGenerationWorker } from '../../../projections/generations/generation-worker.ts';
import {
  copyOf,
  dropped,
  initialRecord,
  switched,
  withBuild,
} from '../../../projections/generations/generations.ts';
import { openModels } from '../../../projections/generations/models.ts';
import { openProgress } from '../../../projections/progress/progress.ts';
import { modelId } from '../../../projections/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import type { RunnerState } from '../../../projections/runner/runner.ts';
import { eventually } from '../../support/eventually.ts';
import { storedBy, writerTo } from '../running.ts';
import { formCreated, minute, submitted } from '../samples.ts';
import { startLog, startReadStore, type TestReadStore } from '../stores.ts';
import { supervise } from './supervising.ts';

const test = suite('projections/generations/verification');

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
const leaseMs = 300;
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

test('a verification replaces an abandoned one, and keeps the report', async () => {
  const write = writerTo(stores.log);
  const position = await write(formCreated('f1'), submitted('s1'), submitted('s2'));
  const projector = await supervise(stores, submissions);
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
  const again = await supervise(stores, submissions);
  assert.is((await reported()).different, 0);
  assert.equal(await collectionsLike('.verify@'), []);
  assert.is(await control.drop(name), null);
  assert.is(
    (await projector.models.all()).find(({ _id }) => _id === name),
    undefined,
  );
  await again.stop();
});

test('a verification in progress is not replaced', async () => {
  const range = { after: null, upTo: { position: 1n } };
  const check = { share: 1, report: null };
  const record = copyOf(submissions, name, { range, check, at, number: 8 });
  await openModels(stores.store).change(name, () => record);
  const id = record.generations[0]?.id ?? '';
  // Its machine's clock is behind, so that its lease seems to have run out.
  const renew = (n: number) => ({ $set: { until: new Date(n).toISOString() } });
  const session = new Session(stores.store, { leaseMs: 3_600_000 });
  await openLeases(stores.store, { session }).acquire(id);
  const { id: owner } = await session.current();
  let renewals = 0;
  const renewing = setInterval(
    () => void sessionsOf(stores.store).updateOne({ _id: owner }, renew(++renewals)),
    leaseMs / 10,
  );
  const control = openControl({ ...stores, models: [submissions], managers: [], leaseMs });
  try {
    assert.is(await control.verify(submissions.name, null), 'busy');
  } finally {
    clearInterval(renewing);
  }
});

test('a verification whose builder was killed is replaced, although the clock of its machine is ahead', async () => {
  const range = { after: null, upTo: { position: 1n } };
  const check = { share: 1, report: null };
  const killed = { ...submissions, name: 'killed' };
  const record = copyOf(killed, verificationOf('killed'), { range, check, at, number: 1 });
  await openModels(stores.store).change(record._id, () => record);
  const id = record.generations[0]?.id ?? '';
  await openLeases(stores.store, { leaseMs: 3_600_000 }).acquire(id);
  const control = openControl({ ...stores, models: [killed], managers: [], leaseMs });
  assert.is(await control.verify('killed', null), null);
});

test('the next supervision removes leftovers of a removed generation, and nothing else', async () => {
  const model = { ...submissions, name: 'late' };
  const verification = verificationOf(model.name);
  const control = openControl({ ...stores, models: [model], managers: [], leaseMs });
  const projector = await supervise(stores, model);
  await projector.reaches((await stores.log.head()) ?? 0n);
  assert.is(await control.verify(model.name, null), null);
  const records = await projector.models.all();
  const id = records.find(({ _id }) => _id === verification)?.generations[0]?.id ?? '';
  await eventually('it is removed', async () => {
    const found = (await projector.models.all()).find(({ _id }) => _id === verification);
    return found?.check?.report && found.generations.length === 0;
  });
  await projector.stop();
  type Any = { _id: string; generation?: string };
  const parked = stores.store.named<Any>('_parked');
  const others = [`late.other@${submissions.version}`, `${verification}@${submissions.version}.g9`];
  for (const collection of [id, ...others]) {
    await stores.store.named<Any>(collection).insertOne({ _id: 'late' });
    await parked.insertOne({ _id: collection, generation: collection });
  }
  const next = await supervise(stores, model);
  await eventually('it is removed', async () => !(await stores.store.names()).includes(id));
  await eventually('so is what it parked', async () => !(await parked.findOne({ _id: id })));
  const names = await stores.store.names();
  assert.ok([...others, modelId(model)].every((expected) => names.includes(expected)));
  assert.is(await parked.countDocuments({ _id: { $in: others } }), 2);
  await next.stop();
});

test('a builder with an outdated record of a removed generation builds nothing', async () => {
  const model = { ...submissions, name: 'removed' };
  const record = initialRecord(model, null, at);
  const [generation] = record.generations;
  assert.ok(generation);
  const states: string[] = [];
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const task = startGenerationWorker(
    {
      ...stores,
      logger,
      models: openModels(stores.store),
      progress: openProgress(stores.store, [model], () => []),
      leases: openLeases(stores.store, { leaseMs }),
      isBusy: () => false,
      onState: ({ state }: RunnerState) => void states.push(state),
      onProgress: () => undefined,
    },
    { record, generation: { ...generation, state: 'building' }, projection: model, definition: model },
    new AbortController().signal,
  );
  await eventually('its lease was given back', async () => {
    const found = await stores.store
      .named<CheckpointDocument>('_checkpoints')
      .findOne({ _id: generation.id });
    return found?.epoch === 1 && found.owner === null;
  });
  await task.stop();
  assert.not.ok((await stores.store.names()).includes(generation.id));
});

test('a builder that lost its lease before it began empties nothing', async () => {
  const model = { ...submissions, name: 'taken-over' };
  const leases = openLeases(stores.store, { leaseMs: 100 });
  const deps = { ...stores, isBusy: () => false };
  const wanted = { projection: model, name: model.name, seed: null, upTo: null };
  const { signal } = new AbortController();
  const late = await eventually('the lease is free', () => leases.acquire(modelId(model)));
  const next = await eventually('the lease ran out', () => openLeases(stores.store).acquire(modelId(model)));
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

test('a sample is a share of the documents of the live generation', async () => {
  const sampled = { ...submissions, name: 'sampled' };
  const rebuilt = withBuild(initialRecord(sampled, null, at), sampled.version, { seed: null, at });
  assert.ok(rebuilt);
  const read = switched(rebuilt, at);
  const live = read.generations.find(({ state }) => state === 'live')?.id ?? '';
  assert.is.not(live, modelId(sampled));
  await openModels(stores.store).change(sampled.name, () => read);
  const documents = Array.from({ length: 10 }, (_, n) => ({ _id: `d${n}` }));
  await stores.store.named(live).insertMany(documents);
  const control = openControl({ ...stores, models: [sampled], managers: [] });
  assert.is(await control.verify(sampled.name, 1), null);
  const records = await openModels(stores.store).all();
  assert.is(records.find(({ _id }) => _id === verificationOf('sampled'))?.check?.share, 0.1);
});

test('no number of a generation is reused', () => {
  const { version } = submissions;
  const made = withBuild(initialRecord(submissions, null, at), version, { seed: null, at });
  assert.ok(made);
  const numbers = made.generations.map(({ number }) => number);
  const read = switched(made, at);
  const rest = dropped(read, version, new Set()).generations.filter(({ state }) => state !== 'dropping');
  const last = { ...read, generations: rest.filter(({ number }) => number === 1) };
  const next = withBuild(last, version, { seed: null, at })?.generations.at(-1);
  assert.not.ok(numbers.includes(next?.number ?? 0), `${next?.number} is one of ${numbers.join(', ')}`);
});

test.run();
