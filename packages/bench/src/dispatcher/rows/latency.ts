import { setTimeout as delay } from 'node:timers/promises';
import { openClient } from '../../api/client.ts';
import { startService } from '../../api/service.ts';
import type { Context } from '../../harness/context.ts';
import { quantile } from '../../harness/statistics.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { openPoster } from '../poster.ts';
import { makeDestinations, moment, startReceiver } from '../receiver.ts';

const pauseMs = 30;

/**
 * From when a submission is answered with 201 until its only receiver has the webhook, with nothing else going on,
 * and how long a bare POST of the same body to that receiver takes from here; made in turn.
 */
async function measure(context: Context): Promise<{ webhooks: number[]; posts: number[] }> {
  const service = await startService(context);
  const receiver = await startReceiver(context);
  await makeDestinations(service, receiver, 1);
  const client = openClient(context, service);
  await client.submit();
  const post = openPoster(context, receiver.url, 1, await receiver.arrivals(1));
  const warmUp = context.scaled(100);
  const webhooks: number[] = [];
  const posts: number[] = [];
  for (let n = 0; n < warmUp + context.scaled(500); n++) {
    await client.submit();
    const answeredAt = moment();
    const [arrivedAt = NaN] = (await receiver.arrivals(1)).times;
    await delay(pauseMs);
    const begunAt = moment();
    await post();
    const postMs = moment() - begunAt;
    await receiver.arrivals(1);
    if (n < warmUp) continue;
    webhooks.push(arrivedAt - answeredAt);
    posts.push(postMs);
  }
  return { webhooks, posts };
}

const latency = (name: string, share: number, bound: number): Row => ({
  name,
  target: atMost(bound),
  async run(context) {
    const { webhooks, posts } = await context.shared('latency', measure);
    const value = quantile(webhooks, share);
    // Also for the tail: the bounds are multiples of what a POST usually takes.
    const baseline = quantile(posts, 0.5);
    return measured(value, baseline, 'ms');
  },
});

export const latencyP50 = latency('latency-p50', 0.5, 20);
export const latencyP99 = latency('latency-p99', 0.99, 60);
