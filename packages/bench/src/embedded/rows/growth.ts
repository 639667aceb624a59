import { alternate, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { openCollection, pageSize, placeOf, readPage, storeDocuments } from '../documents.ts';
import { appendEvents, eventStoreClient } from '../events.ts';
import { startEmbedded } from '../servers.ts';
import { stock } from '../stock.ts';

/** Appends to a log of 1,000,000 events, against those to an empty one. */
export const growthAppend: Row = {
  name: 'growth-append',
  target: atLeast(0.9),
  async run(context) {
    const { eventstoreDir } = await stock(context);
    const full = eventStoreClient(context, await startEmbedded(context, 'eventstore', eventstoreDir));
    const empty = eventStoreClient(context, await startEmbedded(context, 'eventstore'));
    const count = context.scaled(10_000);
    const { value, baseline } = await alternate({
      value: () => rate(count, () => appendEvents(full, count)),
      baseline: () => rate(count, () => appendEvents(empty, count)),
    });
    return measured(value, baseline, 'events/s');
  },
};

/** As few as a page can be read from. */
const fewDocuments = 500;

/** A place in a list, another each time, and the same ones in every run. */
const somewhere = (documents: number, turn: number): number =>
  pageSize + ((turn * 7_919) % (documents - pageSize));

/** Pages at any depth of 500,000 documents, against those of a collection that has hardly any. */
export const growthPage: Row = {
  name: 'growth-page',
  target: atLeast(0.9),
  async run(context) {
    const { mongodbDir, documents } = await stock(context);
    const full = await openCollection(context, await startEmbedded(context, 'mongodb', mongodbDir));
    const empty = await openCollection(context, await startEmbedded(context, 'mongodb'));
    await storeDocuments(empty, fewDocuments);
    const count = context.scaled(500);
    const pages = async (collection: typeof full, stored: number, round: number): Promise<void> => {
      for (let n = 0; n < count; n++)
        await readPage(collection, placeOf(somewhere(stored, round * count + n)));
    };
    const { value, baseline } = await alternate({
      value: (round) => rate(count, () => pages(full, documents, round)),
      baseline: (round) => rate(count, () => pages(empty, fewDocuments, round)),
    });
    return measured(value, baseline, 'pages/s');
  },
};
