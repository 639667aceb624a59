import { MongoClient, MongoServerError, Timestamp } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** A replica set member's record of writes, which contains the written documents. */
export interface Oplog {
  /** The time of its first entry. */
  readonly from: Date;
  /** How long an entry stays at the present rate, in milliseconds; null if unknown. */
  readonly durationMs: number | null;
}

/** A server that holds the data. */
export interface StoreMember {
  /** `host:port` */
  readonly name: string;
  readonly state: 'up' | 'away' | 'not ready';
  /** The server's report of its state. */
  readonly message: string;
  /** Returns unused blocks of collections to the file system. @throws an error of the driver */
  compact(collections: readonly string[]): Promise<void>;
  /** Returns the oplog; null for a server outside a replica set. @throws an error of the driver */
  oplog(): Promise<Oplog | null>;
}

const SetStatus = Type.Object({
  members: Type.Array(Type.Object({ name: Type.String(), health: Type.Unknown(), stateStr: Type.String() })),
});
const Hello = Type.Object({
  setName: Type.Optional(Type.String()),
  msg: Type.Optional(Type.String()),
  localTime: Type.Unknown(),
  lastWrite: Type.Optional(Type.Object({ lastWriteDate: Type.Unknown() })),
});
const OplogStats = Type.Object({ size: Type.Unknown(), maxSize: Type.Unknown() });

/** Returns the clock of the server that accepts writes, or the time of its last write if that is later. */
export async function clockOf(client: MongoClient): Promise<Date> {
  const { localTime, lastWrite } = await helloOf(client);
  return new Date(Math.max(timeOf(localTime), timeOf(lastWrite?.lastWriteDate)));
}

const timeOf = (value: unknown): number => (value instanceof Date ? value.getTime() : 0);

/**
 * Returns the servers that hold a database. A replica set lists its members only for users with the role
 * `clusterMonitor`.
 * @throws an error of the driver; for a sharded cluster, that its members are unknown
 */
export async function storeMembers(
  client: MongoClient,
  url: string,
  database: string,
): Promise<readonly StoreMember[]> {
  const { setName, msg } = await helloOf(client);
  if (msg === 'isdbgrid')
    throw new Error('MONGODB_URL names a sharded cluster, whose members cannot be inspected');
  const status = setName === undefined ? null : await statusOf(client);
  if (status === null) {
    const name = client.options.hosts[0]?.toString() ?? 'mongodb';
    const compact = (names: readonly string[]) => compactAll(client, database, names);
    return [{ name, state: 'up', message: 'It answers.', compact, oplog: async () => null }];
  }
  return status.members
    .filter(({ stateStr }) => stateStr !== 'ARBITER')
    .map((one) => memberOf(one, client, url, database));
}

/**
 * Returns null for the embedded server, which names a set and has no oplog. @throws an error of the driver
 */
async function statusOf(client: MongoClient): Promise<Static<typeof SetStatus> | null> {
  try {
    return Value.Parse(SetStatus, await client.db('admin').command({ replSetGetStatus: 1 }));
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'CommandNotFound') return null;
    throw error;
  }
}

const helloOf = async (client: MongoClient): Promise<Static<typeof Hello>> =>
  Value.Parse(Hello, await client.db('admin').command({ hello: 1 }));

function memberOf(
  { name, health, stateStr }: Static<typeof SetStatus>['members'][number],
  client: MongoClient,
  url: string,
  database: string,
): StoreMember {
  const isUp = stateStr === 'PRIMARY' || stateStr === 'SECONDARY';
  const runOn = <T>(work: (own: MongoClient) => Promise<T>) => onMember(name, client, url, work);
  return {
    name,
    state: Number(health) !== 1 ? 'away' : isUp ? 'up' : 'not ready',
    message: `The member says that it is ${stateStr}.`,
    compact: (names) => runOn((own) => compactAll(own, database, names)),
    oplog: () => runOn(oplogOf),
  };
}

/** Runs work on one member alone, with the options of the URL. */
async function onMember<T>(
  name: string,
  client: MongoClient,
  url: string,
  work: (own: MongoClient) => Promise<T>,
): Promise<T> {
  const own = new MongoClient(directTo(url, name, client), {
    appName: 'formlog',
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 10_000,
    // Not of a compaction, which has none.
    socketTimeoutMS: 60_000,
  });
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

/** Returns the URL of one member of a set. */
function directTo(url: string, name: string, { options }: MongoClient): string {
  const direct = new ConnectionString(url);
  const isSrv = direct.isSRV;
  if (isSrv) direct.protocol = 'mongodb:';
  direct.hosts = [name];
  const { searchParams } = direct;
  for (const setting of ['replicaSet', 'loadBalanced', 'readPreference', 'srvMaxHosts', 'srvServiceName'])
    searchParams.delete(setting);
  searchParams.set('directConnection', 'true');
  // Options that the service record sets in addition to the hosts.
  const source = options.credentials?.source;
  if (isSrv && !searchParams.has('tls')) searchParams.set('tls', String(options.tls));
  if (isSrv && source !== undefined && !searchParams.has('authSource'))
    searchParams.set('authSource', source);
  return direct.toString();
}

async function compactAll(client: MongoClient, database: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    try {
      // A primary compacts only if forced to; operations on the collection continue meanwhile.
      await client.db(database).command({ compact: name, force: true }, { timeoutMS: 0 });
    } catch (error) {
      if (!(error instanceof MongoServerError && error.codeName === 'NamespaceNotFound')) throw error;
    }
  }
}

async function oplogOf(client: MongoClient): Promise<Oplog | null> {
  const local = client.db('local');
  const entries = local.collection<{ ts: Timestamp }>('oplog.rs');
  const edge = async (direction: 1 | -1): Promise<number | null> => {
    const found = await entries
      .find({}, { projection: { ts: 1 } })
      .sort({ $natural: direction })
      .limit(1)
      .next();
    return found?.ts instanceof Timestamp ? found.ts.t * 1_000 : null;
  };
  const [first, last] = [await edge(1), await edge(-1)];
  if (first === null || last === null) throw new Error('the oplog cannot be read');
  const stats: unknown = await local.command({ collStats: 'oplog.rs' }).catch(() => null);
  if (!Value.Check(OplogStats, stats)) return { from: new Date(first), durationMs: null };
  const [size, maxSize] = [Number(stats.size), Number(stats.maxSize)];
  const durationMs = size > 0 && last > first ? ((last - first) * Math.max(maxSize, size)) / size : null;
  return { from: new Date(first), durationMs };
}
