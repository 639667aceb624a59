import type { Sync } from '../journal/journal-file.ts';
import { parseFilter, type Filter } from './filter.ts';
import { refuse } from './error.ts';
import { deadlineAfter, type Deadline } from './scan.ts';
import { type CursorTable } from './cursors.ts';
import { type Catalog } from './catalog.ts';
import { type Store } from './store.ts';
import { Opaque, bsonType, isDoc, numeric, truthy, type Doc, type Value } from './value.ts';

/** What every command works with. */
export interface Server {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly cursors: CursorTable;
  /** `host:port`, by which the server names itself. */
  readonly address: string;
}

/** A command with its arguments read strictly: what is not known is refused. */
export interface Command {
  readonly name: string;
  readonly body: Doc;
  readonly database: string;
  readonly deadline: Deadline;
  /** Whether its write is answered before it is on disk: with the write concern `j: false`. */
  readonly sync: Sync;
}

/** What a command answers; encoded already where the same bytes are stored as well. */
export type Reply = Doc | Opaque;

export type Handler = (command: Command, server: Server) => Promise<Reply> | Reply;

/** A list of names, written as one text. */
export const words = (text: string): string[] => text.split(' ');

/** Arguments that any command takes. A write is durable before it is answered, unless its concern says otherwise. */
const common = new Set([
  ...words('$db lsid $clusterTime $readPreference readConcern writeConcern comment maxTimeMS'),
  ...words('txnNumber startTransaction autocommit'),
]);

/**
 * Reads what all commands have in common.
 * @throws MongoError for concerns and transactions that are not supported
 */
export function readCommand(name: string, body: Doc): Command {
  const database = body.get('$db') ?? 'admin';
  if (typeof database !== 'string' || !/^[^/\\. "$*<>:|?\0]{1,63}$/.test(database))
    return refuse('InvalidNamespace', 'Invalid database name');
  if (body.has('startTransaction') || body.has('autocommit'))
    refuse('OperationNotSupportedInTransaction', 'transactions are not supported by this server');
  const readConcern = body.get('readConcern');
  if (isDoc(readConcern) && readConcern.get('level') === 'snapshot')
    refuse('InvalidOptions', 'the read concern snapshot is not supported by this server');
  const sync = syncOf(body.get('writeConcern'));
  const maxTime = body.has('maxTimeMS') ? whole(body, 'maxTimeMS') : 0;
  return { name, body, database, deadline: deadlineAfter(maxTime), sync };
}

function syncOf(concern: Value | undefined): Sync {
  if (!isDoc(concern)) return 'now';
  const nodes = concern.get('w');
  const isOther = typeof nodes === 'string' ? nodes !== 'majority' : Number(numeric(nodes) ?? 1) > 1;
  if (isOther) refuse('UnsatisfiableWriteConcern', 'this server is the only member of its replica set');
  // A majority has it in its journals.
  return concern.get('j') === false && nodes !== 'majority' ? 'soon' : 'now';
}

/**
 * Refuses arguments other than those named.
 * @throws MongoError naming the argument, as MongoDB does
 */
export function allow({ name, body }: Command, ...known: string[]): void {
  allowFields(name, body, [name, ...known], common);
}

/** Refuses fields other than those named, in a part of a command. */
export function allowFields(where: string, body: Doc, known: readonly string[], also?: Set<string>): void {
  for (const field of body.keys())
    if (!known.includes(field) && !also?.has(field))
      refuse('Location40415', `BSON field '${where}.${field}' is an unknown or unsupported field.`);
}

/** The collection a command names, with its database. */
export function namespaceOf({ name, body, database }: Command, field = name): string {
  const collection = body.get(field);
  if (typeof collection !== 'string' || collection === '')
    return refuse('InvalidNamespace', `collection name has invalid type or is empty in '${name}'`);
  return `${database}.${collection}`;
}

const mistyped = (field: string, wanted: string): never =>
  refuse('TypeMismatch', `BSON field '${field}' is the wrong type, expected ${wanted}`);

/** A whole number that is not negative, or `fallback` where there is none. */
export function whole(body: Doc, field: string, fallback = 0): number {
  const value = body.get(field);
  if (value === undefined || value === null) return fallback;
  const number = Number(numeric(value) ?? mistyped(field, 'a number'));
  return Number.isInteger(number) && number >= 0
    ? number
    : refuse('BadValue', `BSON field '${field}' value must be a whole number >= 0`);
}

export function document(body: Doc, field: string): Doc {
  const value = body.get(field);
  if (value === undefined || value === null) return new Map();
  return isDoc(value) ? value : mistyped(field, 'object');
}

/** The documents of an array. */
export function documents(body: Doc, field: string): Doc[] {
  return items(body, field).map((item) => (isDoc(item) ? item : mistyped(field, 'array of objects')));
}

/** Documents of which there may be many: they are still bytes, or were decoded with the command. */
export function items(body: Doc, field: string): (Doc | Opaque)[] {
  const value = body.get(field);
  if (!Array.isArray(value)) return mistyped(field, 'array');
  return value.map((item) =>
    isDoc(item) || (item instanceof Opaque && item.type === bsonType.document)
      ? item
      : mistyped(field, 'array of objects'),
  );
}

export function text(body: Doc, field: string): string {
  const value = body.get(field);
  return typeof value === 'string' ? value : mistyped(field, 'string');
}

export const flag = (body: Doc, field: string, fallback = false): boolean =>
  body.has(field) ? truthy(body.get(field)) : fallback;

export const filterOf = (body: Doc, field: string): Filter => parseFilter(document(body, field));

/** An option that may only be left out, or say what is so anyway. */
export function refuseUnless(body: Doc, field: string, accepted: (value: Value) => boolean): void {
  const value = body.get(field);
  if (value !== undefined && !accepted(value))
    refuse('CommandNotSupported', `the option '${field}' is not supported by this server`);
}

const isEmpty = (value: Value): boolean => isDoc(value) && value.size === 0;

/** Collations and variables are not supported; clients may still send empty ones. */
export function refuseExtras(body: Doc): void {
  refuseUnless(body, 'collation', isEmpty);
  refuseUnless(body, 'let', isEmpty);
}
