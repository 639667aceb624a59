import { filterOf, flag } from '../arguments.ts';
import { allow, type Command, namespaceOf, type Server, words } from '../command.ts';
import { refuse } from '../error.ts';
import { bsonType, type Doc, doc, Opaque } from '../wire/value.ts';
import { runWrites } from './run-writes.ts';
import { type Statement } from './statements.ts';
import { removing, updating } from './write.ts';

/** Changes or removes one document and answers with it, as it was before or after. */
export async function findAndModify(command: Command, server: Server): Promise<Doc> {
  const { body } = command;
  allow(command, ...words('query remove update new upsert'));
  const filter = filterOf(body, 'query');
  const statement = { filter, apply: changeOf(body, filter) };
  const namespace = namespaceOf(command);
  const one = { isOrdered: true, isOne: true };
  const { n, upserted, value } = await runWrites(command, server, namespace, [statement], one);
  const id = upserted[0]?.get('_id');
  const isUpdate = body.has('update');
  const updatedExisting = isUpdate ? n > 0 && id === undefined : undefined;
  return doc({
    lastErrorObject: doc({ n, updatedExisting, upserted: id }),
    value: value ? new Opaque(bsonType.document, value) : null,
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
