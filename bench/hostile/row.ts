import { newForm } from '../api/form.ts';
import type { Context } from '../harness/context.ts';
import type { Row } from '../harness/suite.ts';
import { geneCount, type HostileRequest } from './requests.ts';
import { openDice, search, type Genes } from './search.ts';
import { startWatched, type WatchedService } from './service.ts';

/** The longest time for which a request may hold the main thread, in ms. */
const mostMs = 20;
const tries = 60;
/** The lowest of so many measurements counts: what others do on the machine adds to the rest. */
const repetitions = 5;

/** The requests of a route: what an ordinary client sends, and what genes stand for; null for what is refused before. */
export interface HostileRoute {
  readonly ordinary: HostileRequest;
  hostile(genes: Genes): Promise<HostileRequest | null>;
}

/** Makes the requests of a route. @param formId a form of ten fields, published */
type Prepare = (service: WatchedService, formId: string) => Promise<HostileRoute>;

/** The longest time for which the most expensive request of a route holds the main thread, against an ordinary one. */
export const hostileRow = (name: string, prepare: Prepare): Row => ({
  name,
  target: { text: `≤ ${mostMs} ms`, met: (ms) => ms <= mostMs },
  async run(context: Context) {
    const { service, formId } = await context.shared('watched service', async (shared) => {
      const started = await startWatched(shared);
      const made = await started.define(newForm);
      if (made === null) throw new Error('the form of the baseline is refused');
      return { service: started, formId: made };
    });
    const { ordinary, hostile } = await prepare(service, formId);

    /** The lowest time of several requests of the same shape: that with the least disturbance. */
    async function lowest(make: () => Promise<HostileRequest | null>, count: number) {
      let found = { ms: Infinity, status: 0, bytes: 0 };
      for (let turn = 0; turn < count; turn++) {
        const request = await make();
        if (!request) return { ms: 0, status: 0, bytes: 0 };
        const { ms, status } = await service.cost(request);
        const bytes = Buffer.byteLength(request.body ?? '') + request.path.length;
        if (ms < found.ms) found = { ms, status, bytes };
      }
      return found;
    }

    const baseline = await lowest(async () => ordinary, 20);
    const worst = await search(
      geneCount,
      context.scaled(tries),
      openDice(1),
      async (genes) => (await lowest(() => hostile(genes), 2)).ms,
    );
    const { ms, status, bytes } = await lowest(() => hostile(worst), repetitions);
    context.log(`  the worst of ${context.scaled(tries)}: ${bytes} bytes, answered ${status}`);
    return { value: ms, baseline: baseline.ms, ratio: ms, unit: 'ms' };
  },
});
