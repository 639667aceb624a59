import { alternate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import type { Sender } from '../load-protocol.ts';
import { openTenants } from '../sides.ts';

const posts = 6_000;
const rounds = 3;

/** Posts spread evenly over 1,500 accounts, against as many to one of them. */
export const tenants: Row = {
  name: 'tenants',
  target: atLeast(0.95),
  async run(context) {
    const { checkout, load, senders: all } = await openTenants(context);
    const count = context.scaled(posts);
    const deliver = (name: string, senders: Sender[]) => async () => {
      const { tookMs } = await load.run({ url: checkout.url(), senders, count });
      const perSecond = (count * 1_000) / tookMs;
      context.log(`  ${name}: ${Math.round(perSecond)} delivered/s`);
      return perSecond;
    };
    const { value, baseline } = await alternate(
      { value: deliver('many', all), baseline: deliver('one', all.slice(0, 1)) },
      rounds,
    );
    return measured(value, baseline, 'delivered/s');
  },
};
