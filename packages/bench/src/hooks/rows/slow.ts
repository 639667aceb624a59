import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { openHere } from '../sides.ts';

const posts = 5_000;
const receiverMs = 100;
/** Of the destination. */
const concurrency = 64;

/** A receiver that takes 100 ms, against as many webhooks a second as its concurrency allows. */
export const slow: Row = {
  name: 'slow',
  target: atLeast(0.95),
  async run(context) {
    const { checkout, load } = await openHere(context);
    const senders = await checkout.open(1, load.url);
    const count = context.scaled(posts);
    const run = (posted: number) => load.run({ url: checkout.url(), senders, count: posted, receiverMs });
    await run(Math.ceil(count / 10));
    const { tookMs } = await run(count);
    return measured((count * 1_000) / tookMs, (concurrency * 1_000) / receiverMs, 'delivered/s');
  },
};
