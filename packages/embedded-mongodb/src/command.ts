import { randomBytes } from 'node:crypto';
import type { Sync } from '../../embedded-server/src/journal/journal-file.ts';
import { type Reader, readFields, whole } from './arguments.ts';
import { type Access, accessFor, type Login, type Users } from './authentication/access.ts';
import { Clock } from './clock.ts';
import { checkReadConcern, syncOf } from './concerns.ts';
import { CursorTable } from './cursors.ts';
import { refuse } from './error.ts';
import { Catalog } from './storage/catalog.ts';
import { type Store } from './storage/store.ts';
import { TimeLimit } from './time-limit.ts';
import { bsonType, type Doc, doc, Opaque } from './wire/value.ts';

/** What every command works with. */
export interface Server {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly cursors: CursorTable;
  readonly clock: Clock;
  readonly access: Access;
  /** `host:port`, the name of the server. */
  readonly address: string;
  /** Differs between runs of the server. */
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
  catalog: new Catalog(store),
  cursors: new CursorTable(),
  clock: new Clock(),
  access: accessFor(users),
  address,
  topologyVersion: doc({ processId: new Opaque(bsonType.objectId, randomBytes(12)), counter: 0n }),
});

/** A command, of which the arguments that all commands take have been read. */
export interface Command {
  readonly name: string;
  readonly body: Doc;
  readonly database: string;
  readonly limit: TimeLimit;
  /** When its write is answered: `soon` is before it is on disk. */
  readonly sync: Sync;
}

export type Handler = (command: Command, server: Server, client: Client) => Promise<Doc> | Doc;

/** Arguments that any command takes. */
const common = new Set(
  (
    '$db lsid $clusterTime $readPreference readConcern writeConcern comment maxTimeMS ' +
    'txnNumber startTransaction autocommit apiVersion apiStrict apiDeprecationErrors'
  ).split(' '),
);

/**
 * Reads the arguments that all commands take.
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
  return { name, body, database, limit: new TimeLimit(whole(body, 'maxTimeMS', name)), sync };
}

/**
 * Reads the arguments that a command takes beside those of all commands.
 * @throws MongoError for an unknown argument, naming it, and for one that its reader refuses
 */
export const argumentsOf = <T>(
  { name, body }: Command,
  readers: { readonly [K in keyof T]: Reader<T[K]> },
): T => readFields(name, body, readers, (field) => field === name || common.has(field));

/** Refuses arguments other than those of all commands. */
export const noArguments = (command: Command): unknown => argumentsOf(command, {});

/** The collection that an argument names, with its database. */
export function namespaceOf({ name, body, database }: Command, argument = name): string {
  const collection = body.get(argument);
  if (typeof collection !== 'string' || collection === '')
    return refuse('InvalidNamespace', `collection name has invalid type or is empty in '${name}'`);
  return `${database}.${collection}`;
}
