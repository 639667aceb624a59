import type { Suite } from '../harness/suite.ts';
import { burst, cpu } from './rows/burst.ts';
import { cold } from './rows/cold.ts';
import { mainThread } from './rows/main-thread.ts';
import { paced } from './rows/paced.ts';
import { post } from './rows/post.ts';
import { slow } from './rows/slow.ts';
import { tenants } from './rows/tenants.ts';

/**
 * The whole way of a submission, from its POST to its webhook, through the service that `npm start` runs. Load and
 * receiver share another process.
 */
export const hooks: Suite = {
  name: 'hooks',
  rows: [
    burst,
    cpu,
    paced('p50-100', { perSecond: 100, share: 0.5, bound: 0.6 }),
    paced('p99-100', { perSecond: 100, share: 0.99, bound: 0.6 }),
    paced('p50-400', { perSecond: 400, share: 0.5, bound: 0.8 }),
    paced('p99-400', { perSecond: 400, share: 0.99, bound: 0.6 }),
    post,
    slow,
    tenants,
    cold,
    mainThread,
  ],
};
