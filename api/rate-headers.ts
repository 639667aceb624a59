import type { FastifyReply } from 'fastify';
import { ApiError } from './errors.ts';
import type { Standing } from './rate-windows.ts';

/** Tells a client how its window stands. */
export function tellStanding(reply: FastifyReply, { limit, remaining, resetsAt }: Standing): void {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(resetsAt / 1_000),
  });
}

/** The refusal of a request that its window has no room for. `now`: epoch milliseconds. */
export const rateLimited = ({ resetsAt }: Standing, now: number): ApiError =>
  new ApiError('rate_limited', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((resetsAt - now) / 1_000))) },
  });
