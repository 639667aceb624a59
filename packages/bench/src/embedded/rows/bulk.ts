import Type from 'typebox';
import { Value } from 'typebox/value';
import { alternate, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { batchFrom, batchSize, openCollection, writeBatch } from '../documents.ts';
import { startEmbedded, startRawLmdb } from '../servers.ts';

/**
 * Bulk writes of 500 upserts, one after the other, against bare LMDB putting the same keys and bytes. On either
 * side what is to be written is made before the clock starts.
 */
export const bulk: Row = {
  name: 'bulk',
  target: atLeast(0.5),
  async run(context) {
    const batches = context.scaled(20);
    const collection = await openCollection(context, await startEmbedded(context, 'mongodb'));
    const raw = await startRawLmdb(context, batches);
    let stored = 0;
    const upsertRate = async (): Promise<number> => {
      const made = Array.from({ length: batches }, (_, batch) => batchFrom(stored + batch * batchSize));
      stored += batches * batchSize;
      return rate(batches * batchSize, async () => {
        for (const batch of made) await writeBatch(collection, batch);
      });
    };
    const { value, baseline } = await alternate({
      value: upsertRate,
      baseline: async () => Value.Parse(Type.Number(), await (await fetch(raw)).json()),
    });
    return measured(value, baseline, 'documents/s');
  },
};
