import { quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openClient } from '../../api/client.ts';
import { paced } from '../../api/paced.ts';
import { readStoreOf, rebuildOnce, startStocked } from '../rebuilding.ts';

const perSecond = 400;
const rounds = 3;

/** The slowest of 100 requests, one in four of them a submission, while two models are rebuilt and while none is. */
export const serving: Row = {
  name: 'rebuild-while-serving',
  target: atMost(2),
  async run(context) {
    const service = await startStocked(context);
    const store = await readStoreOf(context, service);
    const client = openClient(context, service);
    const count = Math.max(1_000, context.scaled(4_000));
    let sent = 0;
    const serve = () =>
      paced(count, perSecond, () => {
        const turn = sent++ % 4;
        if (turn === 0) return client.submit();
        return turn === 1 ? client.readForm() : client.listPage();
      });
    await serve();
    const without: number[] = [];
    const during: number[] = [];
    for (let round = 0; round < rounds; round++) {
      without.push(...(await serve()));
      let isOver = false;
      const busy = async (name: string) => {
        while (!isOver) await rebuildOnce(service, store, name);
      };
      const rebuilding = [busy('submissions'), busy('forms')];
      during.push(...(await serve()));
      isOver = true;
      await Promise.all(rebuilding);
    }
    return measured(quantile(during, 0.99), quantile(without, 0.99), 'ms');
  },
};
