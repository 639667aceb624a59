import { newForm } from '../api/form.ts';
import type { Context } from '../harness/context.ts';
import type { Row } from '../harness/suite.ts';
import type { HostileRequest } from './requests.ts';
import { type Class, type Cost, type Genes, openDice, search } from './search.ts';
import { startWatched, type WatchedService } from './service.ts';
import { geneCount } from './sizes.ts';

/** The longest time for which a request may take the main thread, in ms. */
const maxMs = 20;
const defaultTries = 120;
/** The lowest of so many measurements counts: what others do on the machine adds to the rest. */
const repetitions = 5;

/** The requests of a route that genes stand for; null for none. */
export type Hostile = (genes: Genes) => Promise<HostileRequest | null>;

/** Makes the requests of a route. @param formId a form of ten fields, published */
export type Prepare = (service: WatchedService, formId: string) => Hostile | Promise<Hostile>;

export interface HostileRow {
  readonly name: string;
  /** The routes that the row is about, such as `GET /f/:form`. */
  readonly routes: readonly string[];
  /** How many requests the search tries. */
  readonly tries?: number;
  readonly prepare: Prepare;
}

/**
 * The most expensive requests of a route: `value` is the time of the worst that is accepted, `baseline` that of the worst that is
 * refused, and the target is about the longer of the two.
 */
export const hostileRow = ({ name, prepare, tries = defaultTries }: HostileRow): Row => ({
  name,
  target: { text: `≤ ${maxMs} ms`, met: (ms) => ms <= maxMs },
  async run(context: Context) {
    const { service, formId } = await context.shared('watched service', async (shared) => {
      const started = await startWatched(shared);
      const made = await started.define(newForm);
      if (made === null) throw new Error('the form that the requests are about is refused');
      return { service: started, formId: made };
    });
    const hostile = await prepare(service, formId);

    async function cost(genes: Genes): Promise<(Cost & { status: number; bytes: number }) | null> {
      const request = await hostile(genes);
      if (!request) return null;
      const { ms, status } = await service.cost(request);
      const bytes = Buffer.byteLength(request.body ?? '') + request.path.length;
      return { ms, status, bytes, class: status < 400 ? 'accepted' : 'refused' };
    }

    const found = await search(geneCount, context.scaled(tries), openDice(1), cost);
    async function lowest(ofClass: Class): Promise<number> {
      const genes = found[ofClass];
      if (!genes) return 0;
      let least = { ms: Infinity, status: 0, bytes: 0 };
      for (let turn = 0; turn < repetitions; turn++) {
        const again = await cost(genes);
        if (again?.class === ofClass && again.ms < least.ms) least = again;
      }
      const { ms, status, bytes } = least;
      context.log(
        `  the worst ${ofClass} of ${context.scaled(tries)}: ${bytes} bytes, answered ${status}, ${ms.toFixed(1)} ms`,
      );
      return ms === Infinity ? 0 : ms;
    }
    const accepted = await lowest('accepted');
    const refused = await lowest('refused');
    return { value: accepted, baseline: refused, ratio: Math.max(accepted, refused), unit: 'ms' };
  },
});
