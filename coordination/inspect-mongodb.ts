import { MongoClient, MongoServerError } from 'mongodb';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { newId } from '../log/ids.ts';
import { parseMongoUrl } from './mongodb-url.ts';

/** The facts about a MongoDB, and this service's permissions on it. */
export interface MongoFacts {
  /** For example `8.0.4`. */
  readonly version: string;
  readonly kind: 'replica set' | 'sharded cluster' | 'standalone';
  /** The data-bearing members by their names in the set; empty without a replica set. */
  readonly members: readonly string[];
  readonly isPrimary: boolean;
  /** How far the primary's clock is ahead of this machine's, in milliseconds. */
  readonly clockAheadMs: number;
  /**
   * The first operation of create, write, read and drop that the user is not permitted in the database; null
   * if all are.
   */
  readonly forbidden: string | null;
}

const Hello = Type.Object({
  localTime: Type.Unsafe<Date>(Type.Any()),
  setName: Type.Optional(Type.String()),
  msg: Type.Optional(Type.String()),
  hosts: Type.Optional(Type.Array(Type.String())),
  isWritablePrimary: Type.Optional(Type.Boolean()),
});
const BuildInfo = Type.Object({ version: Type.String() });

const unauthorized = 13;

/**
 * Connects to a MongoDB and inspects it. Creates and drops one collection, `_check_` with a random suffix.
 * @throws if the server does not respond within some seconds, or has a version that the driver does not
 * support
 */
export async function inspectMongo(url: string): Promise<MongoFacts> {
  const parsed = parseMongoUrl(url);
  if (!parsed.ok) throw new Error(`the address ${parsed.error}`);
  const client = new MongoClient(url, {
    appName: 'formlog check',
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: 10_000,
  });
  try {
    await client.connect();
    const db = client.db(parsed.value.database, { writeConcern: { w: 'majority', wtimeoutMS: 5_000 } });
    const sentAt = Date.now();
    const hello = Value.Parse(Hello, await db.command({ hello: 1 }));
    const repliedAt = Date.now();
    const { version } = Value.Parse(BuildInfo, await db.command({ buildInfo: 1 }));
    const kind = kindOf(hello);
    const facts = {
      version,
      kind,
      members: hello.hosts ?? [],
      isPrimary: hello.isWritablePrimary === true,
      clockAheadMs: new Date(hello.localTime).getTime() - (sentAt + repliedAt) / 2,
    } as const;
    // A standalone server is refused anyway, so its permissions do not matter.
    const isWritable = facts.isPrimary && kind !== 'standalone';
    return { ...facts, forbidden: isWritable ? await forbiddenIn(db.collection(`_check_${newId()}`)) : null };
  } finally {
    await client.close();
  }
}

function kindOf({ msg, setName }: Static<typeof Hello>): MongoFacts['kind'] {
  if (msg === 'isdbgrid') return 'sharded cluster';
  return setName === undefined ? 'standalone' : 'replica set';
}

type ProbeDocument = ReturnType<ReturnType<MongoClient['db']>['collection']>;

async function forbiddenIn(collection: ProbeDocument): Promise<string | null> {
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['write', () => collection.insertOne({ at: new Date() })],
    ['read', () => collection.findOne({}, { readConcern: { level: 'majority' } })],
    ['create an index', () => collection.createIndexes([{ key: { at: 1 } }])],
    ['drop a collection', () => collection.drop()],
  ];
  for (const [what, step] of steps)
    try {
      await step();
    } catch (error) {
      if (error instanceof MongoServerError && error.code === unauthorized) return what;
      throw error;
    }
  return null;
}
