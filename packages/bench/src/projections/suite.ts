import type { Suite } from '../harness/suite.ts';
import { lag } from './rows/lag.ts';
import { memory } from './rows/memory.ts';
import { rebuild } from './rows/rebuild.ts';
import { serving } from './rows/serving.ts';

/** Read models of the service, in a process of its own, while they are rebuilt and while they follow the log. */
export const projections: Suite = {
  name: 'projections',
  rows: [rebuild, lag, memory, serving],
};
