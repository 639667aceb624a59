import { setTimeout as delay } from 'node:timers/promises';
import { openReadStore, type ReadStore } from '../../../../../coordination/read-store.ts';
import { collectionsOf } from '../../../../../projections/collections.ts';
import { deliveries } from '../../../../../projections/read-models/deliveries/projection.ts';
import { openClient } from '../../api/client.ts';
import { startService } from '../../api/service.ts';
import { alternate, inLanes, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { openPoster } from '../poster.ts';
import { makeDestinations, startReceiver } from '../receiver.ts';

const destinations = 100;
/** What a scheduler has under way at most. */
const concurrency = 256;
/** So many submit at once: the events are there before they can be delivered. */
const submitters = 16;
const lookEveryMs = 5;

/**
 * From events in the log to answers on the record: each submission goes to 100 destinations, and counts once the
 * read model shows all its deliveries, and none of them as pending. Against bare POSTs of the same headers and body to the
 * same receiver.
 */
export const deliver: Row = {
  name: 'deliver',
  target: atLeast(0.2),
  async run(context) {
    const service = await startService(context);
    const receiver = await startReceiver(context);
    await makeDestinations(service, receiver, destinations);
    const client = openClient(context, service);
    const store = await openReadStore({ url: service.mongodb });
    context.onRelease(() => store.close());
    const submissions = context.scaled(50);
    const count = submissions * destinations;

    let recorded = destinations;

    async function deliverAll(): Promise<number> {
      recorded += count;
      const perSecond = await rate(count, async () => {
        await inLanes(submissions, submitters, () => client.submit());
        await receiver.arrivals(count);
        await allRecorded(store, recorded);
      });
      context.log(`  ${Math.round(perSecond)} deliveries/s`);
      return perSecond;
    }

    await client.submit();
    const sample = await receiver.arrivals(destinations);
    await allRecorded(store, recorded);
    const post = openPoster(context, receiver.url, concurrency, sample);
    const { value, baseline } = await alternate(
      {
        value: deliverAll,
        async baseline() {
          const perSecond = await rate(count, () => inLanes(count, concurrency, post));
          await receiver.arrivals(count);
          return perSecond;
        },
      },
      3,
    );
    return measured(value, baseline, 'deliveries/s');
  },
};

/** Waits for so many deliveries: most are first written when they have been made, and until then none is pending. */
async function allRecorded(store: ReadStore, count: number): Promise<void> {
  const collection = collectionsOf(store)(deliveries);
  while ((await collection.estimatedDocumentCount()) < count) await delay(lookEveryMs);
  while (await collection.findOne({ status: 'pending' }, { projection: { _id: 1 } }))
    await delay(lookEveryMs);
}
