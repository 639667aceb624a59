import { MongoClient, MongoServerError } from 'mongodb';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { newId } from '../log/ids.ts';
import { parseMongoUrl } from './mongodb-url.ts';

/** What a MongoDB says of itself, and what it lets this service do. */
export interface MongoFacts {
  /** Such as `8.0.4`. */
  readonly version: string;
  readonly kind: 'replica set' | 'sharded cluster' | 'standalone';
  /** Members that hold data, as the set names them; empty where it is no replica set. */
  readonly members: readonly string[];
  readonly isPrimary: boolean;
  /** By how many milliseconds the primary's clock is ahead of this machine's. */
  readonly clockAheadMs: number;
  /** What the user may not do in the database, of create, write, read and drop; null where it may do all. */
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
 * Connects, and looks at a MongoDB once. Makes and drops one collection, `_check_` and a random name.
 * @throws when it does not answer within some seconds, or speaks a version that the driver does not
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
    const asked = Date.now();
    const hello = Value.Parse(Hello, await db.command({ hello: 1 }));
    const answered = Date.now();
    const { version } = Value.Parse(BuildInfo, await db.command({ buildInfo: 1 }));
    const kind = kindOf(hello);
    const facts = {
      ...{ version, kind, members: hello.hosts ?? [] },
      isPrimary: hello.isWritablePrimary === true,
      clockAheadMs: new Date(hello.localTime).getTime() - (asked + answered) / 2,
    } as const;
    // A standalone one refuses nothing and promises nothing: what it allows is beside the point.
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

type Probed = ReturnType<ReturnType<MongoClient['db']>['collection']>;

async function forbiddenIn(collection: Probed): Promise<string | null> {
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
