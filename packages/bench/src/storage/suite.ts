import type { Suite } from '../harness/suite.ts';
import { growth } from './rows/growth.ts';

/** The bytes on disk for each byte of a submission that is posted to a service with everything embedded. */
export const storage: Suite = {
  name: 'storage',
  rows: [
    growth('log-10', { store: 'eventstore', questions: 10, bound: 3 }),
    growth('log-100', { store: 'eventstore', questions: 100, bound: 3 }),
    growth('read-model-10', { store: 'mongodb', questions: 10, bound: 4 }),
    growth('read-model-100', { store: 'mongodb', questions: 100, bound: 4 }),
  ],
};
