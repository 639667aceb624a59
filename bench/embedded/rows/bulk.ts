import Type from 'typebox';
import { Value } from 'typebox/value';
import { alternate, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { batchSize, openCollection, upsertBatch } from '../documents.ts';
import { startEmbedded, startRawLmdb } from '../servers.ts';

/** Bulk writes of 500 upserts, one after the other, against bare LMDB putting the same keys and bytes. */
export const bulk: Row = {
  name: 'bulk',
  target: atLeast(0.5),
  async run(context) {
    const batches = context.scaled(20);
    const collection = await openCollection(context, await startEmbedded(context, 'mongodb'));
    const raw = await startRawLmdb(context, batches);
    let stored = 0;
    const upsertBatches = async (): Promise<void> => {
      for (let batch = 0; batch < batches; batch++, stored += batchSize)
        await upsertBatch(collection, stored);
    };
    const { value, baseline } = await alternate({
      value: () => rate(batches * batchSize, upsertBatches),
      baseline: async () => Value.Parse(Type.Number(), await (await fetch(raw)).json()),
    });
    return measured(value, baseline, 'documents/s');
  },
};
