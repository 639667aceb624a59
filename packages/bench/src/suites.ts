import { api } from './api/suite.ts';
import { async } from './async/suite.ts';
import { dispatcher } from './dispatcher/suite.ts';
import { embedded } from './embedded/suite.ts';
import { files } from './files/suite.ts';
import type { Suite } from './harness/suite.ts';
import { hooks } from './hooks/suite.ts';
import { hostile } from './hostile/suite.ts';
import { log } from './log/suite.ts';
import { projections } from './projections/suite.ts';
import { steps } from './steps/suite.ts';
import { storage } from './storage/suite.ts';
import { web } from './web/suite.ts';
import { wide } from './wide/suite.ts';

/** Everything that can be measured. */
export const suites: readonly Suite[] = [
  api,
  async,
  dispatcher,
  embedded,
  files,
  hooks,
  hostile,
  log,
  projections,
  steps,
  storage,
  web,
  wide,
];
