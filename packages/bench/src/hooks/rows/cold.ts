import { median, quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openTenants } from '../sides.ts';

const perSecond = 100;
const seconds = 15;
const rounds = 3;

/** The p99 from POST to webhook over 1,500 accounts right after a start, against the same once all of them are warm. */
export const cold: Row = {
  name: 'cold',
  target: atMost(5),
  async run(context) {
    const { checkout, load, senders } = await openTenants(context);
    const count = context.scaled(perSecond * seconds);
    const p99 = async () => {
      const { latencies } = await load.run({ url: checkout.url(), senders, count, perSecond });
      return quantile(latencies, 0.99);
    };
    const [colds, warms]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      await checkout.stop();
      await checkout.start();
      colds.push(await p99());
      warms.push(await p99());
      context.log(`  ${colds.at(-1)?.toFixed(1)} ms cold, ${warms.at(-1)?.toFixed(1)} ms warm`);
    }
    return measured(median(colds), median(warms), 'ms');
  },
};
