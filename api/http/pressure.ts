import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

const usualLimitMs = 1_000;
const shortestSampleMs = 500;

/** Sheds load: refuses API requests while the event loop is too far behind. */
export async function shedLoad(app: FastifyInstance, maxLoopDelayMs = usualLimitMs): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // The sample must be longer than an allowed pause: a sample without a turn of the loop counts as infinite delay.
    sampleInterval: Math.max(shortestSampleMs, 2 * maxLoopDelayMs),
    pressureHandler: ({ url }) => {
      // Health and metrics stay available under load.
      if (url.startsWith('/api/')) throw new ApiError('unavailable', { headers: { 'retry-after': '2' } });
    },
  });
}
