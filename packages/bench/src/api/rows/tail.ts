import { withDiskStalls } from '../../harness/disk-stalls.ts';
import { median, quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Measurement, type Row } from '../../harness/suite.ts';
import { openClient } from '../client.ts';
import { paced } from '../paced.ts';
import { startService } from '../service.ts';
import { submitMany } from '../submitting.ts';

const rounds = 5;

/**
 * The slowest of 100 submissions against the usual one, at half the rate that 64 connections reach, in the round where
 * they differ least: a stall of the disk is in few of them. They are begun at that rate however long the ones before
 * take, and timed from when they were due. The stalls of the disk are shown beside them.
 */
export const tail: Row = {
  name: 'tail',
  target: atMost(5),
  async run(context) {
    const client = openClient(context, await startService(context));
    const count = context.scaled(10_000);
    await submitMany(context, client, count);
    const rates: number[] = [];
    let quietest: Measurement | null = null;
    for (let round = 1; round <= rounds; round++) {
      rates.push(await submitMany(context, client, count));
      const perSecond = median(rates) / 2;
      const waited = await withDiskStalls(context, () => paced(count / 2, perSecond, client.submit));
      const of100 = measured(quantile(waited, 0.99), quantile(waited, 0.5), 'ms');
      const [p50, p99] = [of100.baseline, of100.value].map((ms) => ms.toFixed(1));
      context.log(`  ${Math.round(perSecond)} submissions/s take ${p50} ms, p99 ${p99}`);
      if (!quietest || of100.ratio < quietest.ratio) quietest = of100;
      await client.caughtUp();
    }
    if (!quietest) throw new Error('there was no round');
    return quietest;
  },
};
