import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/errors.ts';

const usualLimitMs = 1_000;
const shortestSampleMs = 500;

/** Refuses requests of the API while the event loop runs so late that taking more would only make it later. */
export async function shedLoad(app: FastifyInstance, maxLoopDelayMs = usualLimitMs): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // A sample in which the loop hardly turned counts as endlessly late: one pause that is allowed must not fill it.
    sampleInterval: Math.max(shortestSampleMs, 2 * maxLoopDelayMs),
    pressureHandler: ({ url }) => {
      // Whoever watches the service is to hear from it above all now.
      if (url.startsWith('/api/')) throw new ApiError('unavailable', { headers: { 'retry-after': '2' } });
    },
  });
}
