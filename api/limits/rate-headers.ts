import { ApiError } from '../errors/errors.ts';
import type { RateLimit, Standing } from './rate-windows.ts';

/** What a limit is counted by, as its policy is named. */
export type RatePolicy = 'key' | 'operator' | 'address';

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1_000));

/**
 * How a window stands, for a client: in the headers of the API, and in those of the IETF's draft.
 * @param now epoch milliseconds
 */
export const rateHeaders = (
  policy: RatePolicy,
  { window_s }: RateLimit,
  { limit, remaining, resetsAt }: Standing,
  now: number,
): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(seconds(resetsAt)),
  'ratelimit-policy': `"${policy}";q=${limit};w=${window_s}`,
  ratelimit: `"${policy}";r=${remaining};t=${seconds(resetsAt - now)}`,
});

/** The refusal of a request that its window has no room for. `now`: epoch milliseconds. */
export const rateLimited = ({ resetsAt }: Standing, now: number): ApiError =>
  new ApiError('rate_limited', {
    headers: { 'retry-after': String(Math.max(1, seconds(resetsAt - now))) },
  });
