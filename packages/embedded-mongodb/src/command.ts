import { randomBytes } from 'node:crypto';
import type { Sync } from '../../embedded-server/src/journal/journal-file.ts';
import { allowFields, whole } from './arguments.ts';
import { type Access, accessFor, type Login, type Users } from './authentication/access.ts';
import { type Clock, openClock } from './clock.ts';
import { checkReadConcern, syncOf } from './concerns.ts';
import { type CursorTable, openCursorTable } from './cursors.ts';
import { refuse } from './error.ts';
import { type Catalog, openCatalog } from './storage/catalog.ts';
import { type Store } from './storage/store.ts';
import { type TimeLimit, timeLimit } from './time-limit.ts';
import { bsonType, type Doc, doc, Opaque } from './wire/value.ts';

/** What every command works with. */
export interface Server {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly cursors: CursorTable;
  readonly clock: Clock;
  readonly access: Access;
  /** `host:port`, by which the server names itself. */
  readonly address: string;
  /** Tells this run of the server from another. */
  readonly topologyVersion: Doc;
}

/** The connection on which a command came. */
export interface Client {
  readonly id: number;
  readonly login: Login;
  /** Resolves after some milliseconds, or when the connection is closed. */
  wait(ms: number): Promise<void>;
}

/** A server over a store. */
export const serverOver = (store: Store, address: string, users?: Users): Server => ({
  store,
  catalog: openCatalog(store),
  cursors: openCursorTable(),
  clock: openClock(),
  access: accessFor(users),
  address,
  topologyVersion: doc({ processId: new Opaque(bsonType.objectId, randomBytes(12)), counter: 0n }),
});

/** A command with its arguments read strictly: what is not known is refused. */
export interface Command {
  readonly name: string;
  readonly body: Doc;
  readonly database: string;
  readonly limit: TimeLimit;
  /** Whether its write is answered before it is on disk: with the write concern `j: false`. */
  readonly sync: Sync;
}

export type Handler = (command: Command, server: Server, client: Client) => Promise<Doc> | Doc;

/** A list of names, written as one text. */
export const words = (text: string): string[] => text.split(' ');

/** Arguments that any command takes. A write is durable before it is answered, unless its concern says otherwise. */
const common = new Set([
  ...words('$db lsid $clusterTime $readPreference readConcern writeConcern comment maxTimeMS'),
  ...words('txnNumber startTransaction autocommit apiVersion apiStrict apiDeprecationErrors'),
]);

/**
 * Reads what all commands have in common.
 * @throws MongoError for concerns and transactions that are not supported
 */
export function readCommand(name: string, body: Doc, { clock }: Pick<Server, 'clock'>): Command {
  const database = body.get('$db') ?? 'admin';
  if (typeof database !== 'string' || !/^[^/\\. "$*<>:|?\0]{1,63}$/.test(database))
    return refuse('InvalidNamespace', 'Invalid database name');
  if (body.has('startTransaction') || body.has('autocommit'))
    refuse('OperationNotSupportedInTransaction', 'transactions are not supported by this server');
  checkReadConcern(body.get('readConcern'), clock);
  const sync = syncOf(body.get('writeConcern'));
  return { name, body, database, limit: timeLimit(whole(body, 'maxTimeMS')), sync };
}

/**
 * Refuses arguments other than those named.
 * @throws MongoError naming the argument, as MongoDB does
 */
export function allow({ name, body }: Command, ...known: string[]): void {
  allowFields(name, body, [name, ...known], common);
}

/** The collection a command names, with its database. */
export function namespaceOf({ name, body, database }: Command, field = name): string {
  const collection = body.get(field);
  if (typeof collection !== 'string' || collection === '')
    return refuse('InvalidNamespace', `collection name has invalid type or is empty in '${name}'`);
  return `${database}.${collection}`;
}
