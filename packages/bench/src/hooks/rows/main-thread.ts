import { mainThreadsMsOf } from '../../dispatcher/cpu.ts';
import type { Context } from '../../harness/context.ts';
import { median } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { startCheckout } from '../checkout.ts';
import { startLoad } from '../load.ts';
import { inTurns, type Side } from '../sides.ts';

const posts = 5_000;

/** This checkout, with its roles in so many processes. */
async function sideOf(context: Context, processes: number): Promise<Side> {
  const load = await startLoad(context);
  const checkout = await startCheckout(context, undefined, { PROCESSES: String(processes) });
  const senders = await checkout.open(1, load.url);
  return {
    name: `${processes} processes`,
    pid: checkout.pid,
    run: (run) => load.run({ url: checkout.url(), senders, ...run }),
  };
}

/** The CPU that the busiest main thread takes for one submission with its webhook, in milliseconds. */
async function busiest(context: Context, side: Side): Promise<number> {
  const count = context.scaled(posts);
  const before = await mainThreadsMsOf(side.pid());
  await side.run({ count });
  const after = await mainThreadsMsOf(side.pid());
  const each = after.map((ms, n) => (ms - (before[n] ?? 0)) / count);
  context.log(`  ${side.name}: ${each.map((ms) => ms.toFixed(3)).join(', ')} ms of CPU each`);
  return Math.max(...each);
}

/** The busiest main thread with the roles in three processes, beside the same service in one process. */
export const mainThread: Row = {
  name: 'main-thread',
  target: atMost(0.5),
  async run(context) {
    const sides = { value: await sideOf(context, 3), baseline: await sideOf(context, 1) };
    const { value, baseline } = await inTurns(sides, (side) => busiest(context, side));
    return measured(median(value), median(baseline), 'ms CPU');
  },
};
