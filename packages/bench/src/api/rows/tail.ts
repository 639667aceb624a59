import { withDiskStalls } from '../../harness/disk-stalls.ts';
import { median, quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openClient } from '../client.ts';
import { paced } from '../paced.ts';
import { startService } from '../service.ts';
import { submitMany } from '../submitting.ts';

const rounds = 5;

/**
 * The slowest of 100 submissions against the usual one, at half the rate that 64 connections reach. They are begun
 * at that rate however long the ones before take, and timed from when they were due. The stalls of the disk are shown
 * beside them.
 */
export const tail: Row = {
  name: 'tail',
  target: atMost(4),
  async run(context) {
    const client = openClient(context, await startService(context));
    const count = context.scaled(10_000);
    await submitMany(context, client, count);
    const rates: number[] = [];
    const times: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      rates.push(await submitMany(context, client, count));
      const perSecond = median(rates) / 2;
      const waited = await withDiskStalls(context, () => paced(count / 2, perSecond, client.submit));
      const [p50, p99] = [0.5, 0.99].map((share) => quantile(waited, share).toFixed(1));
      context.log(`  ${Math.round(perSecond)} submissions/s take ${p50} ms, p99 ${p99}`);
      times.push(...waited);
      await client.caughtUp();
    }
    return measured(quantile(times, 0.99), quantile(times, 0.5), 'ms');
  },
};
