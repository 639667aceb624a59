import { atMost, measured, type Row } from '../../harness/suite.ts';
import { settledMegabytes } from '../memory.ts';
import { startTrio } from '../servers.ts';
import { stock } from '../stock.ts';

const idleLimit = 200;
const fullLimit = 450;

/** The three servers in one process with nothing to do, against what they may take. */
export const memoryIdle: Row = {
  name: 'memory-idle',
  target: atMost(1),
  async run(context) {
    const { pid } = await startTrio(context, await context.tempDir());
    return measured(await settledMegabytes(pid), idleLimit, 'MB');
  },
};

/** The same process after it has stored 1,000,000 events and 500,000 documents. */
export const memoryFull: Row = {
  name: 'memory-full',
  target: atMost(1),
  async run(context) {
    const { megabytes } = await stock(context);
    return measured(megabytes, fullLimit, 'MB');
  },
};
