import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noticePlanner } from '../../../dispatcher/notices/planner.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { collectionsOf } from '../../../projections/collections.ts';
import { verificationOf } from '../../../projections/generations/control/control-copies.ts';
import { copyOf, replacing, withBuild } from '../../../projections/generations/generations.ts';
import { readParked } from '../../../projections/parking/parked-keys.ts';
import { type Document, modelId, type Projection } from '../../../projections/projection.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { readModels } from '../../../projections/registry.ts';
import { purged } from '../../support/eventstore/scavenge-memory.ts';
import { eventually } from '../../support/eventually.ts';
import { startStores, storedBy, writerTo } from '../running.ts';
import { minute } from '../samples.ts';
import { randomHistory, seededRandom } from './random-history.ts';
import { accountOf } from './random-webhooks.ts';
import { stopSupervisors, supervise } from './supervising.ts';

const test = suite('projections/generations/laws');

/** Counts the submissions of each form, and cannot take some. */
const delicate: Projection = {
  name: 'delicate',
  version: 1,
  indexes: [],
  streamPrefixes: ['submission-'],
  key: ({ event }) => (event.type === 'SubmissionCreated' ? event.data.form.id : null),
  on: {
    SubmissionCreated: (doc, { event }) => {
      if (event.data.submissionId.endsWith('7')) throw new Error('too much');
      return { counted: Number(doc?.['counted'] ?? 0) + 1 };
    },
  },
};
const delicateLaw: Projection = { ...delicate, name: 'delicate-law' };

/** What a generation has parked, but for when it was. */
async function parkedBy(model: Projection) {
  const found = await readParked(stores.store, [modelId(model)], 1_000);
  const inShort = found.map(({ scope, event, from, through, events }) => ({
    id: scope.id,
    event: event.id,
    from,
    through,
    events,
  }));
  return inShort.toSorted((one, other) => one.id.localeCompare(other.id));
}

const at = minute(0);
const seed = Number(process.env['LAW_SEED'] ?? Date.now() % 1_000_000);
const rounds = Number(process.env['LAW_ROUNDS'] ?? 1);

let stores: Awaited<ReturnType<typeof startStores>>;
test.before(async () => {
  stores = await startStores();
});
test.after(async () => {
  await stopSupervisors();
  await stores.close();
});

test(`a replay from any position equals a full rebuild, wherever it is interrupted (LAW_SEED=${seed})`, async () => {
  const random = seededRandom(seed);
  const models: Projection[] = [...readModels, noticePlanner, delicate].map((model) => ({
    ...model,
    name: `${model.name}-law`,
  }));
  const write = writerTo(stores.log, accountOf('x'));
  const positions: bigint[] = [];
  for (const fact of randomHistory(random, 350)) positions.push(await write(fact));
  const last = positions.at(-1) ?? 0n;
  let projector = await supervise(stores, ...models);
  await projector.reaches(last);
  const log = { ...deliveries, name: 'deliveries-law' };
  const listed = Object.values(await storedBy(stores.store, log));
  assert.ok(listed.length > 5);
  const attemptsOf = (doc: Document) => Number(doc['attempt_count'] ?? 0);
  assert.ok(listed.some((doc) => attemptsOf(doc) > 0));
  for (let round = 0; round < rounds; round++) {
    const generation = 2 * round + 2;
    const rebuilt = new Map<string, object>();
    for (const model of models) {
      const build = { seed: null, at };
      await projector.models.change(model.name, (now) => now && withBuild(now, model.version, build));
    }
    for (const model of models) {
      await projector.reads(model, modelId({ ...model, generation }));
      rebuilt.set(model.name, await storedBy(stores.store, { ...model, generation }));
    }
    const parked = await parkedBy({ ...delicateLaw, generation });
    assert.ok(parked.length > 0);
    const position = positions[Math.floor(random() * positions.length)] ?? 0n;
    for (const model of models) {
      const build = { seed: { id: modelId({ ...model, generation }), after: { position } }, at };
      await projector.models.change(model.name, (now) => now && withBuild(now, model.version, build));
    }
    // Anywhere in it, twice.
    for (let stop = 0; stop < 2; stop++) {
      const lines = projector.told.length + Math.floor(random() * 30);
      await eventually('it is at it', () => projector.told.length >= lines);
      await projector.stop();
      projector = await supervise(stores, ...models);
    }
    for (const model of models) {
      await projector.reads(model, modelId({ ...model, generation: generation + 1 }));
      const replayed = await storedBy(stores.store, { ...model, generation: generation + 1 });
      assert.equal(replayed, rebuilt.get(model.name), `${model.name} from ${position}`);
    }
    assert.equal(await parkedBy({ ...delicateLaw, generation: generation + 1 }), parked);
  }
  await projector.stop();
});

test('given erased submissions whose events are no longer in the log, rebuilt models are the same', async () => {
  const model: Projection = { ...submissions, name: 'submissions-scavenged' };
  const models = [model, { ...deliveries, name: 'deliveries-scavenged' }];
  const write = writerTo(stores.log, accountOf('e'));
  const facts = randomHistory(seededRandom(seed + 2), 280, 'e');
  let last = -1n;
  for (const fact of facts) last = await write(fact);
  const projector = await supervise(stores, ...models);
  await projector.reaches(last);
  const erased = facts.flatMap(({ event }) =>
    event.type === 'SubmissionErased' ? [event.data.submissionId] : [],
  );
  assert.ok(erased.length > 5);
  const withThem = facts.flatMap(({ event }) =>
    event.type === 'DeliveryErased' ? [event.data.deliveryId] : [],
  );
  assert.ok(withThem.length > 0);
  for (const id of withThem) await stores.log.eraseStream(streamOf.delivery(id));
  for (const id of erased) await stores.log.eraseStream(streamOf.submission(id));
  await purged(stores.log);
  for (const one of models) {
    const build = { seed: null, at };
    await projector.models.change(one.name, (now) => now && withBuild(now, one.version, build));
    await projector.reads(one, modelId({ ...one, generation: 2 }));
    const [live, rebuilt] = await Promise.all(
      [1, 2].map((generation) => storedBy(stores.store, { ...one, generation })),
    );
    assert.equal(rebuilt, live, one.name);
  }
  const counts = Object.entries(await storedBy(stores.store, model)).filter(([id]) =>
    id.startsWith('form:e'),
  );
  assert.ok(counts.length > 0);
  for (const [id, doc] of counts) {
    const of = { form_id: id.slice('form:'.length), is_complete: true };
    assert.is(doc['count'], await collectionsOf(stores.store)<Document>(model).countDocuments(of), id);
  }
  await projector.stop();
});

test('a copy of a range contains the documents that the range touched, as of its end', async () => {
  const model: Projection = { ...deliveries, name: 'deliveries-range' };
  const write = writerTo(stores.log, accountOf('r'));
  const random = seededRandom(seed + 1);
  const positions: bigint[] = [];
  for (const fact of randomHistory(random, 60, 'r')) positions.push(await write(fact));
  const [from = 0n, to = 0n] = [positions[20], positions[45]];
  const projector = await supervise(stores, model);
  await projector.reaches(positions.at(-1) ?? 0n);
  const range = { after: { position: from }, upTo: { position: to } };
  await projector.models.change('late', () => copyOf(model, 'late', { range, check: null, at, number: 1 }));
  await eventually('it is ready', () => projector.aliases.copy(model, 'late'));
  const whole = { after: null, upTo: { position: to } };
  await projector.models.change('whole', () =>
    copyOf(model, 'whole', { range: whole, check: null, at, number: 1 }),
  );
  await eventually('it is ready', () => projector.aliases.copy(model, 'whole'));
  const all = await storedBy(stores.store, { ...model, name: 'whole' });
  const touched = Object.entries(all).filter(([, { _position }]) => _position > from && _position <= to);
  assert.equal(await storedBy(stores.store, { ...model, name: 'late' }), Object.fromEntries(touched));
  assert.ok(touched.length > 0 && touched.length < Object.keys(all).length);
  await projector.stop();
});

test('a verification reports each document that differs from the log', async () => {
  const model: Projection = { ...submissions, name: 'tampered' };
  const projector = await supervise(stores, model);
  await projector.reaches((await stores.log.head()) ?? 0n);
  const upTo = { position: (await stores.log.head()) ?? 0n };
  let number = 0;
  const verify = async (share: number) => {
    const name = verificationOf(model.name);
    const check = { share, report: null };
    const startedAt = new Date().toISOString();
    const range = { after: null, upTo };
    const verification = copyOf(model, name, { range, check, at: startedAt, number: ++number });
    await projector.models.change(name, (before) => replacing(before, verification));
    return eventually('it is done', async () => {
      const records = await projector.models.all();
      return records.find(({ _id }) => _id === name)?.check?.report;
    });
  };
  const clean = await verify(1);
  assert.equal([clean.different, clean.moved_on], [0, 0]);
  const collection = collectionsOf(stores.store)(model);
  const [one = '', two = ''] = Object.keys(await storedBy(stores.store, model));
  await collection.updateOne({ _id: one }, { $set: { form_title: 'Another' } });
  await collection.deleteOne({ _id: two });
  const found = await verify(1);
  assert.equal(found.compared, clean.compared);
  assert.equal(
    found.differences.map(({ id, kind, members }) => [id, kind, ...members]),
    [
      [one, 'different', 'form_title'],
      [two, 'missing'],
    ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
  const some = await verify(0.3);
  assert.ok(some.compared > 0 && some.compared < clean.compared);
  await projector.stop();
});

test.run();
