import { openClient } from '../../api/client.ts';
import { paced } from '../../api/paced.ts';
import { quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { readStoreOf, rebuildOnce, startStocked, swept } from '../rebuilding.ts';

/** A load that leaves half of two cores idle: nearer to all of them, what is measured is waiting in line. */
const perSecond = 200;
const rounds = 3;
const models = ['submissions', 'forms'] as const;

/**
 * The slowest of 100 requests, one in four of them a submission, while two models are rebuilt over and over and while
 * none is, at the same rate in turns. What was rebuilt is gone before the next turn without.
 */
export const serving: Row = {
  name: 'rebuild-while-serving',
  target: atMost(3),
  async run(context) {
    const service = await startStocked(context);
    const store = await readStoreOf(context, service);
    const client = openClient(context, service);
    const count = Math.max(1_500, context.scaled(4_000));
    let sent = 0;
    const serve = () =>
      paced(count, perSecond, () => {
        const turn = sent++ % 4;
        if (turn === 0) return client.submit();
        return turn === 1 ? client.readForm() : client.listPage();
      });
    const without: number[] = [];
    const during: number[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      await swept(service, store);
      const alone = await serve();
      let isOver = false;
      const rebuilding = models.map(async (name) => {
        while (!isOver) await rebuildOnce(service, store, name);
      });
      const requests = serve().finally(() => (isOver = true));
      // Where a request fails, the rebuilds end before their store is closed.
      await Promise.allSettled([requests, ...rebuilding]);
      const beside = await requests;
      await Promise.all(rebuilding);
      context.log(`  ${shown(alone)} without, ${shown(beside)} during`);
      if (round === 0) continue;
      without.push(...alone);
      during.push(...beside);
    }
    return measured(quantile(during, 0.99), quantile(without, 0.99), 'ms');
  },
};

const shown = (times: readonly number[]): string =>
  `${[0.5, 0.9, 0.99].map((share) => quantile(times, share).toFixed(1)).join(', ')} ms (50, 90, 99 %)`;
