import { anonymousMegabytes, settledMegabytes } from '../../embedded/memory.ts';
import { atMost, measured, type Row } from '../../harness/suite.ts';
import { startFiles } from '../service.ts';

const large = 1_024 ** 3;
const small = 16 * 1_024 ** 2;
const lookEveryMs = 100;

/** The most memory that the service takes while a file of 1 GiB comes and goes, against that for a file of 16 MiB. */
export const memory: Row = {
  name: 'memory',
  target: atMost(1.3),
  async run(context) {
    const service = await startFiles(context);
    const most = async (bytes: number): Promise<number> => {
      let found = 0;
      const looking = setInterval(
        () => (found = Math.max(found, anonymousMegabytes(service.pid))),
        lookEveryMs,
      );
      try {
        await service.receive(await service.send(bytes));
        return Math.max(found, anonymousMegabytes(service.pid));
      } finally {
        clearInterval(looking);
      }
    };
    // The first ones compile the code and widen the heap, as any work does.
    for (let n = 0; n < 4; n++) await most(small);
    await settledMegabytes(service.pid);
    const baseline = await most(small);
    return measured(await most(context.scaled(large)), baseline, 'MB');
  },
};
