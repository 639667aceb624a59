import { median } from '../../harness/statistics.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { inTurns, openPostSides } from '../sides.ts';

const posts = 10_000;

/** Posts over 64 connections to an account without a destination. */
export const post: Row = {
  name: 'post',
  target: atLeast(1.3),
  async run(context) {
    const count = context.scaled(posts);
    const { value, baseline } = await inTurns(await openPostSides(context), async (side) => {
      const { postedMs } = await side.run({ count });
      const perSecond = (count * 1_000) / postedMs;
      context.log(`  ${side.name}: ${Math.round(perSecond)} posts/s`);
      return perSecond;
    });
    return measured(median(value), median(baseline), 'posts/s');
  },
};
