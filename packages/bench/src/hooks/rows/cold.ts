import type { Context } from '../../harness/context.ts';
import { median, quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openOtherTenants, openTenants, type Tenants } from '../sides.ts';

const perSecond = 100;
const seconds = 15;
const rounds = 3;

/** The p99 from POST to webhook over 1,500 accounts right after a start, in milliseconds. */
async function coldAt(context: Context, name: string, { checkout, load, senders }: Tenants): Promise<number> {
  const count = context.scaled(perSecond * seconds);
  const p99 = async (): Promise<number> => {
    const { latencies } = await load.run({ url: checkout.url(), senders, count, perSecond });
    return quantile(latencies, 0.99);
  };
  await checkout.stop();
  await checkout.start();
  const [cold, warm] = [await p99(), await p99()];
  context.log(`  ${name}: ${cold.toFixed(1)} ms cold, ${warm.toFixed(1)} ms warm`);
  return cold;
}

/** The p99 over accounts that submit for the first time since the start, in turns with the checkout that `--against` names. */
export const cold: Row = {
  name: 'cold',
  target: atMost(0.5),
  async run(context) {
    const [here, there] = [await openTenants(context), await openOtherTenants(context)];
    const values: number[] = [];
    const baselines: number[] = [];
    for (let round = 0; round < rounds; round++) {
      values.push(await coldAt(context, 'here', here));
      baselines.push(await coldAt(context, 'there', there));
    }
    return measured(median(values), median(baselines), 'ms');
  },
};
