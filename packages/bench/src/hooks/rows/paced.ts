import type { Context } from '../../harness/context.ts';
import { median, quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { inTurns, openSides, type Side } from '../sides.ts';

interface Pace {
  readonly perSecond: number;
  readonly share: number;
  readonly bound: number;
}

const roundSeconds = 15;

async function latenciesAt(context: Context, side: Side, perSecond: number): Promise<readonly number[]> {
  const { latencies, posts } = await side.run({ count: context.scaled(perSecond * roundSeconds), perSecond });
  const of = (times: readonly number[]) =>
    [0.5, 0.99].map((share) => quantile(times, share).toFixed(1)).join(' / ');
  context.log(`  ${side.name}: ${of(latencies)} ms until the webhook, ${of(posts)} ms until the answer`);
  return latencies;
}

/** From when a POST was due to when its webhook comes, at a steady rate: a quantile of each round, and their median. */
export const paced = (name: string, { perSecond, share, bound }: Pace): Row => ({
  name,
  target: atMost(bound),
  async run(context) {
    const { value, baseline } = await context.shared(`paced ${perSecond}`, async (shared) =>
      inTurns(await openSides(shared), (side) => latenciesAt(shared, side, perSecond)),
    );
    const of = (rounds: typeof value) => median(rounds.map((latencies) => quantile(latencies, share)));
    return measured(of(value), of(baseline), 'ms');
  },
});
