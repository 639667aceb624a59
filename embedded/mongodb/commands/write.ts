import { checked, decode, decodeKeeping } from '../bson.ts';
import { allowFields, document, filterOf, flag, items, required, whole } from '../arguments.ts';
import { allow, namespaceOf, refuseExtras, refuseUnless, words } from '../command.ts';
import { type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { keptOf, parseUpdate, withIdFirst } from '../update.ts';
import { search, targetOf, type Target } from './targets.ts';
import { Opaque, isDoc, type Doc, type Kept, type Value } from '../value.ts';
import { updateRow } from '../write-one.ts';
import { runBulk, type Kind } from './bulk.ts';
import { changeAll } from './many.ts';

const bulkFields = words('ordered bypassDocumentValidation stmtIds stmtId let');

/** The statements of a bulk write; options that change nothing here may only say so. */
function begin(command: Command, field: string): readonly (Doc | Opaque)[] {
  allow(command, field, ...bulkFields);
  refuseUnless(command.body, 'let', (value) => isDoc(value) && value.size === 0);
  return required(command.name, command.body, field, items);
}

export function insert(command: Command, server: Server): Promise<Doc> {
  const statements = begin(command, 'documents');
  const kind: Kind<Kept> = {
    read: (item, names) => (item instanceof Opaque ? checked(item.bytes, names) : keptOf(item)),
    run: (kept, stored) => {
      stored.insert(withIdFirst(kept));
      return { n: 1 };
    },
    search: () => Promise.resolve({ place: undefined }),
    many: () => undefined,
  };
  return runBulk(command, server, namespaceOf(command), statements, kind);
}

interface Change extends Target {
  readonly u: Value;
  readonly upsert: boolean;
  readonly multi: boolean;
}

const updateFields = words('q u upsert multi collation arrayFilters c hint');

export function update(command: Command, server: Server): Promise<Doc> {
  const statements = begin(command, 'updates');
  const namespace = namespaceOf(command);
  const kind: Kind<Change> = {
    read: (item, names) => {
      const statement = item instanceof Opaque ? decodeKeeping(item.bytes, 'u', names) : item;
      allowFields('update.updates', statement, updateFields);
      refuseOptions(statement);
      refuseUnless(statement, 'arrayFilters', (value) => Array.isArray(value) && value.length === 0);
      const multi = flag(statement, 'multi');
      const u = required('update.updates', statement, 'u', (one, field) => one.get(field) ?? null);
      checkMulti(command, multi);
      return { ...aim('update', statement), u, upsert: flag(statement, 'upsert'), multi };
    },
    run: (change, stored, slice, seen) => {
      const parsed = parseUpdate(change.u);
      const row = targetOf(server.store, stored, filtered(change), slice, seen);
      if (row === 'unknown') return row;
      const result = updateRow(stored, row, parsed, change.upsert ? change.filter : undefined);
      if (result.upsertedId !== undefined) return { n: 1, upsertedId: result.upsertedId };
      return { n: result.matched, modified: result.modified };
    },
    search: (change) => search(server, namespace, change, command.limit),
    many: (change) => {
      if (!change.multi) return undefined;
      return () => {
        const parsed = parseUpdate(change.u);
        if (parsed.kind === 'replace')
          refuse('FailedToParse', 'multi update is not supported for replacement-style update');
        return changeAll(command, server, namespace, change.filter, {
          change: (stored, row) => updateRow(stored, row, parsed, undefined).modified,
          otherwise: (stored) =>
            change.upsert ? updateRow(stored, undefined, parsed, change.filter).upsertedId : undefined,
        });
      };
    },
  };
  return runBulk(command, server, namespace, statements, kind);
}

const filtered = (change: Change): Target => change;

function aim(name: string, statement: Doc): Target {
  return { filter: required(`${name}.${name}s`, statement, 'q', filterOf), sort: [] };
}

/** Options of a statement that may only be left out. */
function refuseOptions(statement: Doc): void {
  refuseExtras(statement);
  refuseUnless(statement, 'hint', (value) => isDoc(value) && value.size === 0);
  document(statement, 'c');
}

function checkMulti({ body }: Command, multi: boolean): void {
  if (multi && body.has('txnNumber'))
    refuse('InvalidOptions', 'Cannot use retryable writes with a statement for many documents');
}

interface Removal extends Target {
  readonly multi: boolean;
}

export function remove(command: Command, server: Server): Promise<Doc> {
  const statements = begin(command, 'deletes');
  const namespace = namespaceOf(command);
  const kind: Kind<Removal> = {
    read: (item) => {
      const statement = item instanceof Opaque ? decode(item.bytes) : item;
      allowFields('delete.deletes', statement, words('q limit hint collation'));
      refuseOptions(statement);
      const limit = required('delete.deletes', statement, 'limit', whole);
      if (limit > 1)
        refuse('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${limit}`);
      checkMulti(command, limit === 0);
      return { ...aim('delete', statement), multi: limit === 0 };
    },
    run: (removal, stored, slice, seen) => {
      const row = targetOf(server.store, stored, removal, slice, seen);
      if (row === 'unknown') return row;
      if (row) stored.remove(row);
      return { n: row ? 1 : 0 };
    },
    search: (removal) => search(server, namespace, removal, command.limit),
    many: ({ multi, filter }) =>
      multi
        ? () =>
            changeAll(command, server, namespace, filter, {
              change: (stored, row) => {
                stored.remove(row);
                return 1;
              },
            })
        : undefined,
  };
  return runBulk(command, server, namespace, statements, kind);
}
