import { ApiError } from '../errors/errors.ts';
import type { RateLimit, WindowState } from './rate-windows.ts';

/** The subject of a limit; names its policy. */
export type RatePolicy = 'key' | 'operator' | 'address';

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1_000));

/**
 * The state of a window as headers: the API's own `X-RateLimit-*` and those of the IETF draft.
 * @param now epoch milliseconds
 */
export const rateHeaders = (
  policy: RatePolicy,
  { window_s }: RateLimit,
  { limit, remaining, resetsAt }: WindowState,
  now: number,
): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(seconds(resetsAt)),
  'ratelimit-policy': `"${policy}";q=${limit};w=${window_s}`,
  ratelimit: `"${policy}";r=${remaining};t=${seconds(resetsAt - now)}`,
});

/** The refusal of a request that exceeds its window. `now`: epoch milliseconds. */
export const rateLimited = ({ resetsAt }: WindowState, now: number, message?: string): ApiError =>
  new ApiError('rate_limited', {
    ...(message !== undefined && { message }),
    headers: { 'retry-after': String(Math.max(1, seconds(resetsAt - now))) },
  });
