import type { Suite } from '../harness/suite.ts';
import { backlogMemory } from './rows/backlog-memory.ts';
import { deliver } from './rows/deliver.ts';
import { hostile } from './rows/hostile.ts';
import { latencyP50, latencyP99 } from './rows/latency.ts';
import { manyAccounts } from './rows/many-accounts.ts';

/** Webhooks of the service, in a process of its own, to a receiver on loopback in another. */
export const dispatcher: Suite = {
  name: 'dispatcher',
  rows: [deliver, latencyP50, latencyP99, manyAccounts, backlogMemory, hostile],
};
