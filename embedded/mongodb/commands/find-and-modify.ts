import { document, filterOf, flag } from '../arguments.ts';
import { allow, namespaceOf, refuseExtras, refuseUnless } from '../command.ts';
import { words, type Command, type Server } from '../command.ts';
import { openDocuments, type Documents } from '../documents.ts';
import { refuse } from '../error.ts';
import { parseProjection } from '../projection.ts';
import { openRetry } from '../retry.ts';
import { rowOf, type StoredRow } from '../scan.ts';
import { parseSort } from '../sort.ts';
import { search, targetOf, type Seen, type Target } from './targets.ts';
import { checkTime } from '../time-limit.ts';
import { parseUpdate } from '../update.ts';
import { Opaque, bsonType, doc, isDoc, type Doc, type Value } from '../value.ts';
import { updateRow } from '../write-one.ts';

const fields = [
  ...words('query sort remove update new fields upsert collation let arrayFilters hint'),
  ...words('bypassDocumentValidation stmtId'),
];

/** Changes or removes one document and answers with it, as it was before or after. */
export async function findAndModify(command: Command, server: Server): Promise<Doc> {
  const { body, limit, sync } = command;
  const { store, catalog } = server;
  allow(command, ...fields);
  refuseExtras(body);
  refuseUnless(body, 'arrayFilters', (value) => Array.isArray(value) && value.length === 0);
  refuseUnless(body, 'hint', (value) => isDoc(value) && value.size === 0);
  const target: Target = { filter: filterOf(body, 'query'), sort: parseSort(document(body, 'sort')) };
  const namespace = namespaceOf(command);
  const retry = openRetry(command, store);
  const change = changeOf(body, target);
  let seen: Seen | undefined;
  for (;;) {
    checkTime(limit);
    const reply = await store.write((slice) => {
      const [earlier] = retry.earlier();
      if (earlier) return earlier.done;
      const stored = openDocuments(store, catalog, namespace);
      const row = targetOf(store, stored, target, slice, seen);
      if (row === 'unknown') return undefined;
      const done = change(stored, row);
      retry.record(0, { done, next: undefined });
      return done;
    }, sync);
    if (reply) return reply;
    seen = await search(server, namespace, target, limit);
  }
}

type Change = (stored: Documents, row: StoredRow | undefined) => Doc;

function changeOf(body: Doc, target: Target): Change {
  const remove = flag(body, 'remove');
  const isNew = flag(body, 'new');
  const upsert = flag(body, 'upsert');
  if (remove === body.has('update'))
    refuse('FailedToParse', 'Either an update or remove=true must be specified, and not both');
  if (remove && (isNew || upsert))
    refuse('FailedToParse', `Cannot specify both ${isNew ? 'new' : 'upsert'}=true and remove=true`);
  const show = shower(body);
  if (remove)
    return (stored, row) => {
      if (row) stored.remove(row);
      return doc({ lastErrorObject: doc({ n: row ? 1 : 0 }), value: show(row?.bytes), ok: 1 });
    };
  return (stored, row) => {
    const update = parseUpdate(body.get('update') ?? null);
    const done = updateRow(stored, row, update, upsert ? target.filter : undefined);
    const { matched, upsertedId, before, after } = done;
    const n = upsertedId === undefined ? matched : 1;
    const lastErrorObject = doc({ n, updatedExisting: matched > 0, upserted: upsertedId });
    return doc({ lastErrorObject, value: show(isNew ? after : before), ok: 1 });
  };
}

type Show = (document: Buffer | undefined) => Value;

function shower(body: Doc): Show {
  const spec = document(body, 'fields');
  const project = spec.size === 0 ? undefined : parseProjection(spec);
  return (found) => {
    if (found === undefined) return null;
    if (!project) return new Opaque(bsonType.document, found);
    const shown = project(rowOf(found));
    return shown.bytes ? new Opaque(bsonType.document, shown.bytes) : shown.doc;
  };
}
