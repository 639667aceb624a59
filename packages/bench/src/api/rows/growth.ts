import type { Context } from '../../harness/context.ts';
import { alternate, inLanes, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { type Client, connections, openClient } from '../client.ts';
import { startLarge, startSmall } from '../stock.ts';
import { submitMany } from '../submitting.ts';

type Work = (context: Context, client: Client) => Promise<number>;

/** The rate of a service that has stored 1,000,000 submissions, against one that has stored 1,000. */
const growth = (name: string, unit: string, work: Work): Row => ({
  name,
  target: atLeast(0.9),
  async run(context) {
    const large = openClient(context, await startLarge(context));
    const small = openClient(context, await startSmall(context));
    const { value, baseline } = await alternate({
      value: () => work(context, large),
      baseline: () => work(context, small),
    });
    return measured(value, baseline, unit);
  },
});

/** Few enough that the small one stays small: it has 33,000 in the end. */
const submissionsARound = 4_000;

export const growthPost = growth('growth-post', 'submissions/s', (context, client) =>
  submitMany(context, client, context.scaled(submissionsARound)),
);

export const growthList = growth('growth-list', 'pages/s', (context, client) => {
  const count = context.scaled(3_000);
  return rate(count, () => inLanes(count, connections, client.listPage));
});
