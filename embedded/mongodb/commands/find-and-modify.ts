import { allow, document, filterOf, flag, namespaceOf, refuseExtras, refuseUnless } from '../command.ts';
import { words, type Command, type Reply, type Server } from '../command.ts';
import { openDocuments, type Documents } from '../documents.ts';
import { refuse } from '../error.ts';
import { parseSort } from '../planner.ts';
import { parseProjection } from '../projection.ts';
import { retryable } from '../retry.ts';
import { rowOf, type StoredRow } from '../scan.ts';
import { parseUpdate } from '../update.ts';
import { Opaque, bsonType, doc, type Doc, type Value } from '../value.ts';
import { targets, updateRows, type Target } from '../write-one.ts';
import { hintOf, noExpressions } from './find.ts';

const fields = [
  ...words('query sort remove update new fields upsert hint collation let arrayFilters'),
  ...words('bypassDocumentValidation stmtId'),
];

/** Changes or removes one document and answers with it, as it was before or after. */
export function findAndModify(command: Command, server: Server): Promise<Reply> {
  const { body } = command;
  allow(command, ...fields);
  refuseExtras(body);
  refuseUnless(body, 'arrayFilters', (value) => Array.isArray(value) && value.length === 0);
  const sort = parseSort(document(body, 'sort'));
  const target: Target = { filter: filterOf(body, 'query'), multi: false, sort, hint: hintOf(body) };
  const namespace = namespaceOf(command);
  const show = shower(body);
  if (flag(body, 'remove') === body.has('update'))
    refuse('FailedToParse', 'Either an update or remove=true must be specified, and not both');
  return retryable(command, server, () => {
    const stored = openDocuments(server.store, server.catalog, namespace);
    const rows = targets(server.store, stored, target);
    return flag(body, 'remove')
      ? removeFirst(stored, rows, show)
      : updateFirst(body, stored, rows, target, show);
  });
}

type Show = (document: Buffer | undefined) => Value;

function shower(body: Doc): Show {
  const spec = document(body, 'fields');
  const project = parseProjection(spec, noExpressions);
  return (found) => {
    if (found === undefined) return null;
    if (spec.size === 0) return new Opaque(bsonType.document, found);
    const { bytes, doc: shaped } = project(rowOf(found));
    return bytes ? new Opaque(bsonType.document, bytes) : shaped;
  };
}

function removeFirst(stored: Documents, rows: readonly StoredRow[], show: Show): Doc {
  for (const row of rows) stored.remove(row);
  return doc({ lastErrorObject: doc({ n: rows.length }), value: show(rows[0]?.bytes), ok: 1 });
}

function updateFirst(
  body: Doc,
  stored: Documents,
  rows: readonly StoredRow[],
  target: Target,
  show: Show,
): Doc {
  const change = parseUpdate(body.get('update') ?? null);
  const upsert = flag(body, 'upsert') ? target.filter : undefined;
  const { matched, upsertedId, before, after } = updateRows(stored, rows, change, upsert);
  const n = upsertedId === undefined ? matched : 1;
  const lastErrorObject = doc({ n, updatedExisting: matched > 0, upserted: upsertedId });
  return doc({ lastErrorObject, value: show(flag(body, 'new') ? after : before), ok: 1 });
}
