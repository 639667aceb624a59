import { cpuMsOf } from '../../dispatcher/cpu.ts';
import type { Context } from '../../harness/context.ts';
import { median } from '../../harness/statistics.ts';
import { atLeast, atMost, measured, type Row } from '../../harness/suite.ts';
import { inTurns, openSides, type Side } from '../sides.ts';

const posts = 10_000;

/** One burst: delivered/s from the first POST to the last webhook, and milliseconds of CPU for each. */
async function burstAt(context: Context, side: Side) {
  const count = context.scaled(posts);
  const before = await cpuMsOf([side.pid()]);
  const { tookMs, duplicates } = await side.run({ count });
  const cpuMs = ((await cpuMsOf([side.pid()])) - before) / count;
  const perSecond = (count * 1_000) / tookMs;
  context.log(
    `  ${side.name}: ${Math.round(perSecond)} delivered/s, ${cpuMs.toFixed(2)} ms of CPU each, ${duplicates} again`,
  );
  return { perSecond, cpuMs };
}

const bursts = (context: Context) =>
  context.shared('bursts', async (shared) =>
    inTurns(await openSides(shared), (side) => burstAt(shared, side)),
  );

/** Posts over 64 connections, as many as they take. */
export const burst: Row = {
  name: 'burst',
  target: atLeast(1.4),
  async run(context) {
    const { value, baseline } = await bursts(context);
    const perSecond = (side: typeof value) => median(side.map((round) => round.perSecond));
    return measured(perSecond(value), perSecond(baseline), 'delivered/s');
  },
};

/** The CPU of the whole service for one submission with its webhook, in the same bursts. */
export const cpu: Row = {
  name: 'cpu',
  target: atMost(0.7),
  async run(context) {
    const { value, baseline } = await bursts(context);
    const cpuMs = (side: typeof value) => median(side.map((round) => round.cpuMs));
    return measured(cpuMs(value), cpuMs(baseline), 'ms CPU');
  },
};
