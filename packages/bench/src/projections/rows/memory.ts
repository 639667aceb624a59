import { anonymousMegabytes, settledMegabytes } from '../../embedded/memory.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { readStoreOf, rebuildOnce, startStocked } from '../rebuilding.ts';

const lookEveryMs = 100;

/** The most memory that the service takes while it rebuilds the submissions, against what it takes at rest. */
export const memory: Row = {
  name: 'rebuild-memory',
  target: atMost(1.3),
  async run(context) {
    const service = await startStocked(context);
    const store = await readStoreOf(context, service);
    // The first one compiles the code and widens the heap, as any work does.
    await rebuildOnce(service, store);
    const idle = await settledMegabytes(service.pid);
    let most = 0;
    const look = () => (most = Math.max(most, anonymousMegabytes(service.pid)));
    const looking = setInterval(look, lookEveryMs);
    await rebuildOnce(service, store).finally(() => clearInterval(looking));
    return measured(most, idle, 'MB');
  },
};
