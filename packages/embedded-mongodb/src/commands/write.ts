import {
  anyValue,
  filter,
  flag,
  flagOr,
  rawDocuments,
  type Reader,
  readFields,
  required,
  whole,
} from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { visitAll } from '../time-limit.ts';
import { withIdFirst } from '../update/document-id.ts';
import { encode } from '../wire/encode.ts';
import { type Fields, RawDocument } from '../wire/raw-document.ts';
import { type Doc, doc, type Value } from '../wire/value.ts';
import { runWrites } from './run-writes.ts';
import { removing, type Statement, updating } from './statement.ts';

const maxBatch = 100_000;

/** Reads the statements of a bulk write, runs them, and answers with the counts of all of them. */
async function runBulk(
  command: Command,
  server: Server,
  field: 'documents' | 'updates' | 'deletes',
  read: (item: Fields) => Statement,
): Promise<Doc> {
  const { ordered } = argumentsOf(command, { [field]: anyValue, ordered: flagOr(true) });
  const all = required(rawDocuments)(command.body, field, command.name);
  if (all.length === 0 || all.length > maxBatch)
    refuse('InvalidOptions', `Write batch sizes must be between 1 and ${maxBatch}`);
  const statements: Statement[] = [];
  await visitAll(all.values(), command.limit, (item) => {
    const statement = read(item);
    if (statement.multi && command.body.has('txnNumber'))
      refuse('InvalidOptions', 'Cannot use retryable writes with a statement for many documents');
    statements.push(statement);
  });
  const mode = ordered ? 'ordered' : 'unordered';
  const done = await runWrites(command, server, namespaceOf(command), statements, mode);
  const ifAny = (some: Doc[]): Doc[] | undefined => (some.length > 0 ? some : undefined);
  return doc({
    n: done.n,
    nModified: command.name === 'update' ? done.modified : undefined,
    upserted: ifAny(done.upserted),
    writeErrors: ifAny(done.errors),
    ok: 1,
  });
}

export const insert = (command: Command, server: Server): Promise<Doc> =>
  runBulk(command, server, 'documents', (item) => {
    const document = item instanceof RawDocument ? item : new RawDocument(encode(item));
    document.check();
    return {
      apply: (documents) => {
        documents.insert(withIdFirst(document));
        return { n: 1 };
      },
    };
  });

/** A document that replaces another stays bytes, if it came so. */
const rawValue: Reader<Value> = (fields, name) =>
  (fields instanceof RawDocument ? fields.getRaw(name) : fields.get(name)) ?? null;

const updateFields = { q: required(filter), u: required(rawValue), upsert: flag, multi: flag };

export const update = (command: Command, server: Server): Promise<Doc> =>
  runBulk(command, server, 'updates', (item) => {
    const { q, u, upsert, multi } = readFields('update.updates', item, updateFields);
    return { filter: q, multi, apply: updating(u, { upsert: upsert ? q : undefined, multi }) };
  });

const deleteFields = { q: required(filter), limit: required(whole) };

export const remove = (command: Command, server: Server): Promise<Doc> =>
  runBulk(command, server, 'deletes', (item) => {
    const { q, limit } = readFields('delete.deletes', item, deleteFields);
    if (limit > 1) refuse('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`);
    return { filter: q, multi: limit === 0, apply: removing(false) };
  });
