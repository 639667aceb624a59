import { document, filterOf, flag } from '../arguments.ts';
import { allow, namespaceOf, words, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { parseProjection } from '../projection.ts';
import { Row } from '../rows.ts';
import { parseSort } from '../sort.ts';
import { Opaque, bsonType, doc, type Doc } from '../value.ts';
import { runWrites } from './run-writes.ts';
import { type Statement } from './statements.ts';
import { refuseOptions, removing, updating } from './write.ts';

const fields = words(
  'query sort remove update new fields upsert collation let arrayFilters hint bypassDocumentValidation',
);

/** Changes or removes one document and answers with it, as it was before or after. */
export async function findAndModify(command: Command, server: Server): Promise<Doc> {
  const { body } = command;
  allow(command, ...fields);
  refuseOptions(body);
  const filter = filterOf(body, 'query');
  const spec = document(body, 'fields');
  const project = spec.size === 0 ? undefined : parseProjection(spec);
  const statement = { filter, sort: parseSort(document(body, 'sort')), apply: changeOf(body, filter) };
  const namespace = namespaceOf(command);
  const one = { isOrdered: true, isOne: true };
  const { n, upserted, value } = await runWrites(command, server, namespace, [statement], one);
  const id = upserted[0]?.get('_id');
  const isUpdate = body.has('update');
  const updatedExisting = isUpdate ? n > 0 && id === undefined : undefined;
  const shown = value && (project?.(new Row(value)).bytes ?? value);
  return doc({
    lastErrorObject: doc({ n, updatedExisting, upserted: id }),
    value: shown ? new Opaque(bsonType.document, shown) : null,
    ok: 1,
  });
}

function changeOf(body: Doc, filter: Statement['filter']): Statement['apply'] {
  const remove = flag(body, 'remove');
  const isNew = flag(body, 'new');
  const upsert = flag(body, 'upsert');
  if (remove === body.has('update'))
    refuse('FailedToParse', 'Either an update or remove=true must be specified, and not both');
  if (remove && (isNew || upsert))
    refuse('FailedToParse', `Cannot specify both ${isNew ? 'new' : 'upsert'}=true and remove=true`);
  if (remove) return removing(true);
  return updating(body.get('update') ?? null, upsert ? filter : undefined, false, isNew ? 'after' : 'before');
}
