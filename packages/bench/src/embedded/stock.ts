import type { Context } from '../harness/context.ts';
import { openCollection, readPage, storeDocuments } from './documents.ts';
import { eventStoreClient, storeEvents } from './events.ts';
import { settledMegabytes } from './memory.ts';
import { dirOf, startTrio } from './servers.ts';

/** What a service has that has run for long. */
export interface Stock {
  readonly eventstoreDir: string;
  readonly mongodbDir: string;
  readonly documents: number;
  /** What the servers took that had stored all of it. */
  readonly megabytes: number;
}

/** 1,000,000 events and 500,000 documents, stored once a run by the three servers in one process. */
export const stock = (context: Context): Promise<Stock> => context.shared('stock', makeStock);

async function makeStock(context: Context): Promise<Stock> {
  const events = context.scaled(1_000_000);
  const documents = context.scaled(500_000);
  const dir = await context.tempDir();
  const trio = await startTrio(context, dir);
  context.log(`  storing ${events} events …`);
  await storeEvents(eventStoreClient(context, trio.ready.eventstore), events);
  context.log(`  storing ${documents} documents …`);
  const collection = await openCollection(context, trio.ready.mongodb);
  await storeDocuments(collection, documents);
  await readPage(collection);
  const megabytes = await settledMegabytes(trio.pid);
  await trio.stop();
  return { eventstoreDir: dirOf(dir, 'eventstore'), mongodbDir: dirOf(dir, 'mongodb'), documents, megabytes };
}
