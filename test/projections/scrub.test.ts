import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openAliases } from '../../projections/aliases.ts';
import { deliveries } from '../../projections/deliveries.ts';
import { copyOf, withBuild, type ModelRecord } from '../../projections/generations.ts';
import { modelId } from '../../projections/projection.ts';
import type { ReadStore } from '../../projections/read-store.ts';
import { scrub } from '../../projections/scrub.ts';
import { submissions } from '../../projections/submissions.ts';
import { eventually } from '../support/eventually.ts';
import { startStores, writerTo } from './running.ts';
import { formCreated, minute, submitted, type Fact } from './samples.ts';
import { tend } from './tending.ts';

const test = suite('projections: scrub');

let stores: Awaited<ReturnType<typeof startStores>>;
let write: ReturnType<typeof writerTo>;
test.before(async () => {
  stores = await startStores();
  write = writerTo(stores.log);
});
test.after(() => stores.close());

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
    collection: (projection) => {
      const collection = store.collection(projection);
      if (modelId(projection) !== id) return collection;
      const write = collection.bulkWrite.bind(collection);
      collection.bulkWrite = async (...args) => {
        isHolding = true;
        await gate;
        return write(...args);
      };
      return collection;
    },
  };
  return { store: held, letGo, isHolding: () => isHolding };
}

const { version } = submissions;
const position = 2n ** 62n;
const builds: readonly (readonly [
  what: string,
  record: string,
  id: string,
  ask: (record: ModelRecord | null) => ModelRecord | null,
])[] = [
  [
    'a rebuild',
    'submissions',
    modelId({ ...submissions, generation: 2 }),
    (record) => record && withBuild(record, version, { seed: null, at }),
  ],
  [
    'a copy',
    'aside',
    modelId({ ...submissions, name: 'aside' }),
    () => copyOf(submissions, 'aside', { range: { after: null, upTo: { position } }, check: null, at }),
  ],
];

for (const [what, name, id, ask] of builds)
  test(`while ${what} may still write what was erased, nothing is told to be gone`, async () => {
    const { store, letGo, isHolding } = holdingBack(stores.store, id);
    const projector = await tend({ log: stores.log, store }, submissions, deliveries);
    try {
      const word = `planted by ${what}`;
      await projector.reaches(await write(formCreated(`f-${name}`), submitted(name, { name: word })));
      await projector.models.change(name, ask);
      await eventually('it has read the submission', isHolding);
      const told = await write(erased(name));
      await projector.reaches(told);

      const scrubbed = (patienceMs: number) =>
        scrub(
          { store, aliases: projector.aliases, patienceMs },
          { submissions: [name], deliveries: [] },
          told,
          AbortSignal.timeout(20_000),
        );
      const refused = await scrubbed(0).catch(String);
      assert.match(refused ?? 'it went on', `${id}, which is being built`);
      letGo();
      await scrubbed(10_000);
      const left = await stores.store.named(id).find().toArray();
      assert.ok(left.length > 0);
      assert.not.match(
        JSON.stringify(left, (_, value: unknown) => String(value)),
        word,
      );
    } finally {
      letGo();
      await projector.stop();
    }
  });

test('told to stop, it does not go on', async () => {
  const { store } = stores;
  const aliases = openAliases(store);
  const nothing = { submissions: [], deliveries: [] };
  const refused = await scrub({ store, aliases }, nothing, position, AbortSignal.abort()).catch(String);
  assert.match(refused ?? 'it went on', 'AbortError');
  aliases.close();
});

test.run();
