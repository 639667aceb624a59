import { checked, decode, decodeKeeping } from '../bson.ts';
import { allow, allowFields, document, filterOf, flag, items, namespaceOf } from '../command.ts';
import { refuseExtras, refuseUnless, whole, type Command, type Reply, type Server } from '../command.ts';
import { openDocuments, type Documents } from '../documents.ts';
import { MongoError, refuse } from '../error.ts';
import { parseSort } from '../planner.ts';
import { retryable } from '../retry.ts';
import { keptOf, parseUpdate, withIdFirst } from '../update.ts';
import { Opaque, doc, type Doc, type Kept, type Value } from '../value.ts';
import { targets, updateRows, type Target } from '../write-one.ts';

const maxBatch = 100_000;
const bulkFields = ['ordered', 'bypassDocumentValidation', 'stmtIds', 'stmtId', 'let'];

interface Statement {
  readonly n: number;
  readonly modified?: number;
  readonly upsertedId?: Value;
}

/**
 * Runs the statements of a bulk write one by one; an ordered one ends at the first that is refused.
 * @param read a statement, malformed bytes of which refuse the whole command
 */
function runAll<T>(
  body: Doc,
  statements: readonly (Doc | Opaque)[],
  read: (statement: Doc | Opaque) => T,
  run: (statement: T) => Statement,
): Doc {
  const ordered = flag(body, 'ordered', true);
  const errors: Doc[] = [];
  const upserted: Doc[] = [];
  let [n, modified] = [0, 0];
  for (const [index, item] of statements.entries()) {
    const statement = read(item);
    try {
      const result = run(statement);
      n += result.n;
      modified += result.modified ?? 0;
      if (result.upsertedId !== undefined)
        upserted.push(new Map<string, Value>().set('index', index).set('_id', result.upsertedId));
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      errors.push(writeError(index, error));
      if (ordered) break;
    }
  }
  const withErrors = errors.length > 0 ? errors : undefined;
  const nModified = body.has('update') ? modified : undefined;
  const made = upserted.length > 0 ? upserted : undefined;
  return doc({ n, nModified, upserted: made, writeErrors: withErrors, ok: 1 });
}

const readPlain = (item: Doc | Opaque): Doc => (item instanceof Opaque ? decode(item.bytes) : item);

/** A refusal as a part of a reply. */
export function errorFields(error: MongoError): Doc {
  const extra = [...error.extra].filter((entry): entry is [string, Doc] => entry[1] instanceof Map);
  return doc({
    code: error.code,
    codeName: error.codeName,
    errmsg: error.message,
    ...Object.fromEntries(extra),
  });
}

const writeError = (index: number, error: MongoError): Doc =>
  new Map([['index', index], ...errorFields(error)]);

/** Options that change nothing here, or may only say so. */
function begin(command: Command, field: string, statements: readonly unknown[]): string {
  allow(command, field, ...bulkFields);
  refuseUnless(command.body, 'let', (value) => value instanceof Map && value.size === 0);
  command.deadline();
  if (statements.length === 0 || statements.length > maxBatch)
    refuse('InvalidOptions', `Write batch sizes must be between 1 and ${maxBatch}`);
  return namespaceOf(command);
}

export function insert(command: Command, server: Server): Promise<Reply> {
  const statements = items(command.body, 'documents');
  const namespace = begin(command, 'documents', statements);
  return retryable(command, server, () => {
    const stored = openDocuments(server.store, server.catalog, namespace);
    const read = (item: Doc | Opaque): Kept =>
      item instanceof Opaque ? checked(item.bytes, stored.indexed) : keptOf(item);
    return runAll(command.body, statements, read, (document) => {
      stored.insert(withIdFirst(document));
      return { n: 1 };
    });
  });
}

const updateFields = ['q', 'u', 'upsert', 'multi', 'hint', 'sort', 'collation', 'arrayFilters', 'c'];

export function update(command: Command, server: Server): Promise<Reply> {
  const statements = items(command.body, 'updates');
  const namespace = begin(command, 'updates', statements);
  return retryable(command, server, () => {
    const stored = openDocuments(server.store, server.catalog, namespace);
    const read = (item: Doc | Opaque): Doc =>
      item instanceof Opaque ? decodeKeeping(item.bytes, 'u', stored.indexed) : item;
    return runAll(command.body, statements, read, (statement) => updateOne(statement, stored, server));
  });
}

function updateOne(statement: Doc, stored: Documents, server: Server): Statement {
  allowFields('update.updates', statement, updateFields);
  refuseExtras(statement);
  refuseUnless(statement, 'arrayFilters', (value) => Array.isArray(value) && value.length === 0);
  const target = targetOf(statement, flag(statement, 'multi'));
  const change = parseUpdate(statement.get('u') ?? null);
  if (target.multi && change.kind === 'replace')
    refuse('FailedToParse', 'multi update is not supported for replacement-style update');
  const rows = targets(server.store, stored, target);
  const result = updateRows(stored, rows, change, flag(statement, 'upsert') ? target.filter : undefined);
  if (result.upsertedId !== undefined) return { n: 1, upsertedId: result.upsertedId };
  return { n: result.matched, modified: result.modified };
}

function targetOf(statement: Doc, multi: boolean): Target {
  const sort = statement.has('sort') ? parseSort(document(statement, 'sort')) : [];
  return { filter: filterOf(statement, 'q'), multi, sort, hint: statement.get('hint') };
}

export function remove(command: Command, server: Server): Promise<Reply> {
  const statements = items(command.body, 'deletes');
  const namespace = begin(command, 'deletes', statements);
  return retryable(command, server, () => {
    const stored = openDocuments(server.store, server.catalog, namespace);
    return runAll(command.body, statements, readPlain, (statement) => {
      allowFields('delete.deletes', statement, ['q', 'limit', 'hint', 'collation']);
      refuseExtras(statement);
      const target = targetOf(statement, whole(statement, 'limit') === 0);
      const rows = targets(server.store, stored, target);
      for (const row of rows) stored.remove(row);
      return { n: rows.length };
    });
  });
}
