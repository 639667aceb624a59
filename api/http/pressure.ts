import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

const defaultLimitMs = 1_000;
const shortestSampleMs = 500;

/** The APIs, and the webhooks of payment providers, which their senders repeat. */
const sheddable = /^\/(api|hooks)\//;

/** Sheds load: refuses requests of programs while the event loop is too far behind. */
export async function shedLoad(app: FastifyInstance, maxLoopDelayMs = defaultLimitMs): Promise<void> {
  // The sample must be longer than an allowed pause: a sample without a turn of the loop counts as infinite delay.
  const sampleInterval = Math.max(shortestSampleMs, 2 * maxLoopDelayMs);
  // A start blocks the loop for as long as its routes take to compile. The sample after the next holds none of that.
  let countsFrom = Infinity;
  app.addHook('onReady', async () => void (countsFrom = performance.now() + 2 * sampleInterval));
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    sampleInterval,
    pressureHandler: ({ url }) => {
      // Health and metrics stay available under load.
      if (sheddable.test(url) && performance.now() >= countsFrom)
        throw new ApiError('unavailable', { headers: { 'retry-after': '2' } });
    },
  });
}
