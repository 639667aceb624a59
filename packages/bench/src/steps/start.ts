import { cpuMsOf } from '../dispatcher/cpu.ts';
import type { Context } from '../harness/context.ts';
import { median } from '../harness/statistics.ts';
import { type Checkout, startCheckout } from '../hooks/checkout.ts';

const rounds = 5;

/** Until a service says that it is ready, in milliseconds. */
export interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Starts over stores that an earlier start has left, in turns with the checkout that `--against` names. */
export const starts = (context: Context): Promise<{ here: Start; there: Start }> =>
  context.shared('starts', async (shared) => {
    if (shared.against === null) throw new Error('name another checkout with --against');
    const checkouts = {
      here: await startCheckout(shared),
      there: await startCheckout(shared, shared.against),
    };
    const measured: { here: Start[]; there: Start[] } = { here: [], there: [] };
    for (let round = 0; round < rounds; round++)
      for (const side of ['here', 'there'] as const) {
        const start = await restart(checkouts[side]);
        measured[side].push(start);
        shared.log(`  ${side}: ready after ${Math.round(start.ms)} ms, ${start.cpuMs} ms of CPU`);
      }
    return { here: middle(measured.here), there: middle(measured.there) };
  });

async function restart(checkout: Checkout): Promise<Start> {
  await checkout.stop();
  const startedAt = performance.now();
  await checkout.start();
  return { ms: performance.now() - startedAt, cpuMs: await cpuMsOf([checkout.pid()]) };
}

const middle = (all: readonly Start[]): Start => ({
  ms: median(all.map(({ ms }) => ms)),
  cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
});
