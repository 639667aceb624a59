import { openClient } from '../../api/client.ts';
import { paced } from '../../api/paced.ts';
import { startService } from '../../api/service.ts';
import { submitMany } from '../../api/submitting.ts';
import { median, quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';

const rounds = 5;
const limitMs = 100;
/** A round finds the highest rate with so many at most; at half of 3,000/s, `--scale 36` sends for ten minutes. */
const sprint = 10_000;

/** So seldom that asking, with its list of fifty, is a small load beside that of half the rate; 1,500 times a minute. */
const askEveryMs = 40;

/**
 * How long after its answer a submission can be read, at half the rate that 64 connections reach: the slowest of 100,
 * against 100 ms. One submission in 40 ms is asked for; the request that asks counts too.
 */
export const lag: Row = {
  name: 'lag-p99',
  target: atMost(1),
  async run(context) {
    const client = openClient(context, await startService(context));
    const count = context.scaled(10_000);
    const fast = Math.min(count, sprint);
    await submitMany(context, client, fast);
    const rates: number[] = [];
    const lags: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      rates.push(await submitMany(context, client, fast));
      const before = lags.length;
      let askAt = performance.now();
      await paced(count / 2, median(rates) / 2, async () => {
        const isAsked = performance.now() >= askAt;
        if (isAsked) askAt += askEveryMs;
        await client.submit();
        if (isAsked) lags.push(await client.caughtUp());
      });
      await client.caughtUp();
      context.log(`  round ${round}: 99 of 100 within ${quantile(lags.slice(before), 0.99).toFixed(1)} ms`);
    }
    context.log(`  half of them within ${quantile(lags, 0.5).toFixed(1)} ms`);
    return measured(quantile(lags, 0.99), limitMs, 'ms');
  },
};
