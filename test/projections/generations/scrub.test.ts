import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fenced } from '../../../coordination/leases/lease.ts';
import type { ReadStore } from '../../../coordination/read-store.ts';
import { openAliases } from '../../../projections/generations/aliases.ts';
import { type ModelRecord } from '../../../projections/generations/generation-types.ts';
import { copyOf, dropped, withBuild } from '../../../projections/generations/generations.ts';
import { scrub } from '../../../projections/generations/scrub.ts';
import { modelId, type Projection } from '../../../projections/projection.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { erasures } from '../../../projections/read-models/erasures/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { openDocuments } from '../../../projections/runner/documents.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import { eventually } from '../../support/eventually.ts';
import { startStores, storedBy, writerTo } from '../running.ts';
import { type Fact, formCreated, minute, submitted } from '../samples.ts';
import { stopSupervisors, supervise } from './supervising.ts';

const test = suite('projections: scrub');

let stores: Awaited<ReturnType<typeof startStores>>;
let write: ReturnType<typeof writerTo>;
test.before(async () => {
  stores = await startStores();
  write = writerTo(stores.log);
});
test.after(async () => {
  await stopSupervisors();
  await stores.close();
});

const at = minute(9);
const erased = (submissionId: string): Fact => ({
  stream: 'audit-acme',
  event: { type: 'SubmissionErased', data: { submissionId, formId: 'f1', at } },
});

/** A store that keeps back what is written to one collection until it may go on. */
function holdingBack(store: ReadStore, id: string) {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let isHolding = false;
  const held: ReadStore = {
    ...store,
    collection: <T extends { _id: string }>(name: string) => {
      const collection = store.collection<T>(name);
      if (name !== id) return collection;
      const bulkWrite = collection.bulkWrite.bind(collection);
      collection.bulkWrite = async (...args) => {
        isHolding = true;
        await gate;
        return bulkWrite(...args);
      };
      return collection;
    },
  };
  return { store: held, letGo, isHolding: () => isHolding };
}

const { version } = submissions;
const position = 2n ** 62n;
const rebuild = (record: ModelRecord | null) => record && withBuild(record, version, { seed: null, at });
const copy = () =>
  copyOf(submissions, 'aside', { range: { after: null, upTo: { position } }, check: null, at, number: 1 });
const removal = (record: ModelRecord | null) => record && dropped(record, version, new Set());
const { name: model } = submissions;

const numbered = (generation: number) => modelId({ ...submissions, generation });

const builds = [
  { what: 'a rebuild that is called off', name: model, id: numbered(2), asked: [rebuild, removal] },
  { what: 'a rebuild', name: model, id: numbered(3), asked: [rebuild] },
  { what: 'a copy', name: 'aside', id: modelId({ ...submissions, name: 'aside' }), asked: [copy] },
] as const;

for (const { what, name, id, asked } of builds)
  test(`while ${what} may still write erased data, the erasure is not complete`, async () => {
    const [ask, callOff] = asked;
    const { store, letGo, isHolding } = holdingBack(stores.store, id);
    const projector = await supervise({ log: stores.log, store }, submissions, deliveries);
    try {
      const submissionId = what.replaceAll(' ', '-');
      const word = `planted by ${what}`;
      await projector.reaches(
        await write(formCreated(`form-${submissionId}`), submitted(submissionId, { name: word })),
      );
      await projector.models.change(name, ask);
      await eventually('it has read the submission', isHolding);
      if (callOff) await projector.models.change(name, callOff);
      const told = await write(erased(submissionId));
      await projector.reaches(told);

      const waitedFor: string[] = [];
      const scrubbed = (timeoutMs: number) =>
        scrub(
          {
            store,
            aliases: projector.aliases,
            timeoutMs,
            onWait: (open) => void waitedFor.push(open.map((one) => one.id).join()),
          },
          { submissions: [submissionId], deliveries: [] },
          told,
          AbortSignal.timeout(30_000),
        );
      const refused = await scrubbed(0).catch(String);
      assert.match(refused ?? 'it went on', `${id}, which is being ${callOff ? 'removed' : 'built'}`);
      assert.ok(waitedFor[0]?.includes(id), waitedFor.join(' '));
      letGo();
      await scrubbed(20_000);
      assert.is(waitedFor.at(-1), '');
      const left = await stores.store.named(id).find().toArray();
      assert.is(left.length > 0, !callOff);
      assert.not.match(
        JSON.stringify(left, (_, value: unknown) => String(value)),
        word,
      );
    } finally {
      letGo();
      await projector.stop();
    }
  });

test('a process of another release cannot store data that it read before an erasure', async () => {
  const other: Projection = { ...submissions, version: version + 1 };
  const projector = await supervise(stores, submissions, deliveries, erasures);
  await projector.reaches(await write(submitted('there'), submitted('coming')));
  await projector.models.change(model, (record) => {
    const [first] = record?.generations ?? [];
    if (!record || !first) return null;
    const own = { ...first, id: modelId(other), version: other.version };
    return { ...record, generations: [...record.generations, own] };
  });
  const documents = openDocuments(stores.store, other);
  const early: VersionedDocument = { position: 1n, doc: { word: 'planted' } };
  await documents.write(new Map(), new Map([['there', early]]));
  const known = await documents.load(['there', 'coming']);
  const told = await write(erased('there'), erased('coming'));
  await projector.reaches(told);
  const { store } = stores;
  const ids = ['there', 'coming'];
  const { aliases } = projector;
  await scrub({ store, aliases }, { submissions: ids, deliveries: [] }, told, AbortSignal.timeout(30_000));
  const late: VersionedDocument = { position: 2n, doc: { word: 'planted' } };
  for (const id of ids) {
    const stored = await documents.write(known, new Map([[id, late]])).catch((error: unknown) => error);
    assert.instance(stored, Fenced, id);
  }
  // As its own projector leaves them, once it comes to the erasures.
  const [left, own] = [await storedBy(store, other), await storedBy(store, submissions)];
  for (const id of ids) assert.equal(left[id], own[id]);
  await projector.stop();
});

test('a stopped worker does not continue', async () => {
  const { store } = stores;
  const aliases = openAliases(store);
  const nothing = { submissions: [], deliveries: [] };
  const refused = await scrub({ store, aliases }, nothing, position, AbortSignal.abort()).catch(String);
  assert.match(refused ?? 'it went on', 'AbortError');
  aliases.close();
});

test.run();
