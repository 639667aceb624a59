import { allowFields, filterOf, flag, items, required, whole } from '../arguments.ts';
import { allow, namespaceOf, words } from '../command.ts';
import { type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Filter } from '../query/filter.ts';
import { type Row } from '../query/rows.ts';
import { type Documents } from '../storage/documents.ts';
import { visitAll } from '../time-limit.ts';
import { withIdFirst } from '../update/document-id.ts';
import { applyUpdate, created, parseUpdate, type Update } from '../update/update.ts';
import { checked, decode, decodeKeeping } from '../wire/decode.ts';
import { encode } from '../wire/encode.ts';
import { type Doc, doc, Opaque, type Value } from '../wire/value.ts';
import { runWrites } from './run-writes.ts';
import { type Statement } from './statements.ts';

const maxBatch = 100_000;

/** Reads the statements of a bulk write, runs them, and answers what all of them did. */
async function runBulk(
  command: Command,
  server: Server,
  field: string,
  read: (item: Doc | Opaque) => Statement,
): Promise<Doc> {
  const { name, body, limit } = command;
  allow(command, field, 'ordered');
  const all = required(name, body, field, items);
  if (all.length === 0 || all.length > maxBatch)
    refuse('InvalidOptions', `Write batch sizes must be between 1 and ${maxBatch}`);
  const isOrdered = flag(body, 'ordered', true);
  const statements: Statement[] = [];
  await visitAll(all.values(), limit, (item) => {
    const statement = read(item);
    if (statement.multi && body.has('txnNumber'))
      refuse('InvalidOptions', 'Cannot use retryable writes with a statement for many documents');
    statements.push(statement);
  });
  const { n, modified, upserted, errors } = await runWrites(
    command,
    server,
    namespaceOf(command),
    statements,
    {
      isOrdered,
    },
  );
  return doc({
    n,
    nModified: name === 'update' ? modified : undefined,
    upserted: upserted.length > 0 ? upserted : undefined,
    writeErrors: errors.length > 0 ? errors : undefined,
    ok: 1,
  });
}

export const insert = (command: Command, server: Server): Promise<Doc> =>
  runBulk(command, server, 'documents', (item) => {
    const bytes = checked(item instanceof Opaque ? item.bytes : encode(item));
    return {
      apply: (documents) => {
        documents.insert(withIdFirst(bytes));
        return { n: 1 };
      },
    };
  });

export const update = (command: Command, server: Server): Promise<Doc> =>
  runBulk(command, server, 'updates', (item) => {
    const statement = item instanceof Opaque ? decodeKeeping(item.bytes, 'u') : item;
    allowFields('update.updates', statement, words('q u upsert multi'));
    const filter = required('update.updates', statement, 'q', filterOf);
    const u = required('update.updates', statement, 'u', (one, field) => one.get(field) ?? null);
    const multi = flag(statement, 'multi');
    return { filter, multi, apply: updating(u, flag(statement, 'upsert') ? filter : undefined, multi) };
  });

/**
 * Updates a document, or inserts one where there is none and `upsert` says of what.
 * @param answer which state of the document is the answer
 */
export function updating(
  u: Value,
  upsert: Filter | undefined,
  multi = false,
  answer?: 'before' | 'after',
): Statement['apply'] {
  let parsed: Update | undefined;
  return (documents: Documents, row: Row | undefined) => {
    parsed ??= parseUpdate(u);
    if (multi && parsed.replacement)
      refuse('FailedToParse', 'multi update is not supported for replacement-style update');
    if (row) {
      const after = applyUpdate(parsed, row.bytes);
      const value = answer === 'after' ? after : answer && row.bytes;
      return { n: 1, modified: documents.replace(row, after) ? 1 : 0, value };
    }
    if (!upsert) return { n: 0 };
    const made = created(parsed, upsert);
    return { n: 1, upsertedId: documents.insert(made), value: answer === 'after' ? made : undefined };
  };
}

/** Removes a document. @param isAnswer whether it is the answer */
export const removing =
  (isAnswer: boolean): Statement['apply'] =>
  (documents, row) => {
    if (row) documents.remove(row);
    return { n: row ? 1 : 0, value: isAnswer ? row?.bytes : undefined };
  };

export const remove = (command: Command, server: Server): Promise<Doc> =>
  runBulk(command, server, 'deletes', (item) => {
    const statement = item instanceof Opaque ? decode(item.bytes) : item;
    allowFields('delete.deletes', statement, words('q limit'));
    const filter = required('delete.deletes', statement, 'q', filterOf);
    const limit = required('delete.deletes', statement, 'limit', whole);
    if (limit > 1) refuse('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`);
    return { filter, multi: limit === 0, apply: removing(false) };
  });
