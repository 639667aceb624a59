import type { ReadStore } from '../../../../../coordination/read-store.ts';
import { openEventStoreLog } from '../../../../../log/eventstore/eventstore-log.ts';
import { collectionsOf } from '../../../../../projections/collections.ts';
import { openModels } from '../../../../../projections/generations/models.ts';
import { modelId } from '../../../../../projections/projection.ts';
import { submissions } from '../../../../../projections/read-models/submissions/projection.ts';
import type { RunningService } from '../../api/service.ts';
import type { Context } from '../../harness/context.ts';
import { alternate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { readStoreOf, rebuildOnce, startStocked, stockOf, swept } from '../rebuilding.ts';

const rounds = 3;
const batchSize = 500;

/** Reads the whole log, and does nothing with it. @returns seconds */
async function readAll(context: Context, { eventstore }: RunningService): Promise<number> {
  const log = openEventStoreLog({ url: eventstore });
  const begun = performance.now();
  let count = 0;
  for await (const _ of log.readStored({ from: null })) count++;
  const seconds = (performance.now() - begun) / 1_000;
  context.log(`  ${count} events read in ${seconds.toFixed(2)} s`);
  await log.close();
  return seconds;
}

/** Writes the documents of the model to an empty collection with its indexes. @returns seconds of writing alone */
async function bulkWrite(context: Context, store: ReadStore): Promise<number> {
  const target = collectionsOf(store)({ ...submissions, name: 'bench-raw' });
  const raw = store.named<{ _id: string }>('bench-raw@1');
  await target.createIndexes(submissions.indexes.map(({ keys }) => ({ key: { ...keys } })));
  const found = store.named<{ _id: string }>(await present(store)).find({}, { batchSize });
  let seconds = 0;
  let batch: { readonly _id: string }[] = [];
  const flush = async (): Promise<void> => {
    const operations = batch.map((document) => ({ insertOne: { document } }));
    batch = [];
    const begun = performance.now();
    await raw.bulkWrite(operations, { ordered: false });
    seconds += (performance.now() - begun) / 1_000;
  };
  for await (const document of found) {
    batch.push(document);
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  await store.drop('bench-raw@1');
  context.log(`  documents written in ${seconds.toFixed(2)} s`);
  return seconds;
}

/** The collection that is read now. */
async function present(store: ReadStore): Promise<string> {
  const records = await openModels(store).all();
  const live = records.find(({ _id }) => _id === submissions.name)?.generations;
  return live?.find(({ state }) => state === 'live')?.id ?? modelId(submissions);
}

/**
 * Rebuilding the submissions, from the request until readers were moved, against the slower of reading the log and
 * writing the same documents. Each begins when the stores have removed what the one before left to remove.
 */
export const rebuild: Row = {
  name: 'rebuild',
  target: atLeast(0.6),
  async run(context) {
    const service = await startStocked(context);
    const store = await readStoreOf(context, service);
    const count = stockOf(context);
    const { value, baseline } = await alternate(
      {
        value: async () => {
          await swept(service, store);
          const seconds = await rebuildOnce(service, store);
          context.log(`  rebuilt in ${seconds.toFixed(2)} s`);
          return count / seconds;
        },
        baseline: async () => {
          await swept(service, store);
          return count / Math.max(await readAll(context, service), await bulkWrite(context, store));
        },
      },
      rounds,
    );
    return measured(value, baseline, 'events/s');
  },
};
