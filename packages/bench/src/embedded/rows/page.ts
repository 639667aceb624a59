import { alternate } from '../../harness/rounds.ts';
import { median } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openCollection, pageSize, placeOf, readPage } from '../documents.ts';
import { startEmbedded } from '../servers.ts';
import { stock } from '../stock.ts';

async function medianTime(count: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  while (times.length < count) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** The last page of 500,000 documents against the first: the median time of each. */
export const page: Row = {
  name: 'page',
  target: atMost(1.2),
  async run(context) {
    const { mongodbDir } = await stock(context);
    const collection = await openCollection(context, await startEmbedded(context, 'mongodb', mongodbDir));
    const last = placeOf(pageSize);
    const count = context.scaled(300);
    const { value, baseline } = await alternate({
      value: () => medianTime(count, () => readPage(collection, last)),
      baseline: () => medianTime(count, () => readPage(collection)),
    });
    return measured(value, baseline, 'ms');
  },
};
