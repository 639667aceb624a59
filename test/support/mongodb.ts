import {
  type Collection,
  type Db,
  type Document,
  type Double,
  type IndexOptions,
  MongoClient,
  MongoServerError,
  type ObjectId,
} from 'mongodb';
import { startMongo } from '../../packages/embedded-mongodb/src/server.ts';
import { useMongoServer } from './servers.ts';

/** A database of the test's own, on the server at MONGODB_URL or else on an embedded one. */
export interface MongoFixture {
  readonly client: MongoClient;
  readonly db: Db;
  readonly url: string;
  readonly embedded: boolean;
  /** A collection that no other test uses. */
  collection(): Collection<TestDocument>;
  close(): Promise<void>;
}

export interface TestDocument extends Document {
  _id?: string | number | bigint | boolean | Double | ObjectId | Document;
}

/** Connects with the settings that the service uses: an int64 stays one. */
export async function useMongo(): Promise<MongoFixture> {
  const { url, embedded, close } = await useMongoServer();
  const client = await MongoClient.connect(url, { useBigInt64: true });
  const db = client.db(`test_${process.pid}_${Date.now().toString(36)}`);
  let made = 0;
  return {
    client,
    db,
    url,
    embedded,
    collection: () => db.collection(`c${++made}`),
    close: async () => {
      await db.dropDatabase();
      await client.close();
      await close();
    },
  };
}

/** Removes a database from a server. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const client = await MongoClient.connect(url);
  await client.db(name).dropDatabase();
  await client.close();
}

interface Connected {
  readonly client: MongoClient;
  readonly all: Collection<TestDocument>;
}

/** Works with a collection of a server; the client is closed afterwards. */
export async function withClient<T>(url: string, work: (connected: Connected) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await work({ client, all: client.db('test').collection('all') });
  } finally {
    await client.close();
  }
}

/** As `withClient`, with a server over a directory that is closed as well. */
export async function withServer<T>(dir: string, work: (connected: Connected) => Promise<T>): Promise<T> {
  const server = await startMongo({ dir, port: 0, maintenanceMs: 20 });
  try {
    return await withClient(server.url, work);
  } finally {
    await server.close();
  }
}

/** The server's refusal of what is expected to fail. */
export async function refusal(work: Promise<unknown>): Promise<MongoServerError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MongoServerError) return error;
    throw error;
  }
  throw new Error('this was expected to be refused');
}

/** The `_id`s of documents, in the order they came. */
export const ids = (documents: readonly Document[]): unknown[] => documents.map(({ _id }) => _id as unknown);

/** All stages of a plan, outermost first. */
export function stagesOf(explained: Document): Document[] {
  const stages: Document[] = [];
  for (let stage: unknown = winningPlan(explained); isDocument(stage); stage = stage['inputStage'])
    stages.push(stage);
  return stages;
}

function winningPlan(explained: Document): unknown {
  const plan = at(explained, 'queryPlanner', 'winningPlan');
  return at(plan, 'queryPlan') ?? plan;
}

/** What a path of names leads to. */
export function at(document: unknown, ...path: string[]): unknown {
  return path.reduce((node, name) => (isDocument(node) ? (node[name] as unknown) : undefined), document);
}

/** Creates an index and answers its name. */
export const createIndex = (
  collection: Pick<Collection, 'createIndex'>,
  key: Record<string, 1 | -1>,
  options: IndexOptions = {},
): Promise<string> => collection.createIndex(key, options, undefined);

const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null;
