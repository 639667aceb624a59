import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { inspectMongo } from '../../coordination/inspect-mongodb.ts';
import { inspectEventStore } from '../../log/eventstore/inspect-event-store.ts';
import { serviceDatabasePrefix } from '../support/servers.ts';

export const settings = ['EVENTSTORE_URL', 'MONGODB_URL', 'NATS_URL'] as const;
export type Setting = (typeof settings)[number];

/** A server in a few words: product, version, single node or cluster. @throws when it does not answer */
export const description: Readonly<Record<Setting, (url: string) => Promise<string>>> = {
  EVENTSTORE_URL: eventStore,
  MONGODB_URL: mongo,
  NATS_URL: nats,
};

const inWords = (members: number): string => (members > 1 ? `cluster of ${members}` : 'single node');

async function eventStore(url: string): Promise<string> {
  const { version, members } = await inspectEventStore(url);
  // Since version 25 the product has another name.
  const product = Number.parseInt(version, 10) >= 25 ? 'KurrentDB' : 'EventStoreDB';
  return `${product} ${version}, ${inWords(members.length)}`;
}

async function mongo(url: string): Promise<string> {
  const { version, members } = await inspectMongo(url);
  return `MongoDB ${version}, ${inWords(members.length)}`;
}

async function nats(url: string): Promise<string> {
  const connection = await connect({ servers: url.split(',') });
  const { version = 'unknown', connect_urls: others = [] } = connection.info ?? {};
  await connection.close();
  return `NATS ${version}, ${inWords(others.length)}`;
}

/** Removes the databases of services that tests started. */
export async function dropServiceDatabases(url: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases)
      if (name.startsWith(serviceDatabasePrefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
