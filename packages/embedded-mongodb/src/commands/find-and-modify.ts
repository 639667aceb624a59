import { anyValue, filter, flag } from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Doc, doc } from '../wire/value.ts';
import { runWrites } from './run-writes.ts';
import { removing, type Statement, updating } from './statement.ts';

/** Changes or removes one document and answers with it, as it was before or after. */
export async function findAndModify(command: Command, server: Server): Promise<Doc> {
  const {
    query,
    remove,
    update,
    new: isNew,
    upsert,
  } = argumentsOf(command, {
    query: filter,
    remove: flag,
    update: anyValue,
    new: flag,
    upsert: flag,
  });
  if (remove === (update !== undefined))
    refuse('FailedToParse', 'Either an update or remove=true must be specified, and not both');
  if (remove && (isNew || upsert))
    refuse('FailedToParse', `Cannot specify both ${isNew ? 'new' : 'upsert'}=true and remove=true`);
  const statement: Statement = {
    filter: query,
    apply: remove
      ? removing(true)
      : updating(update ?? null, { upsert: upsert ? query : undefined, answer: isNew ? 'after' : 'before' }),
  };
  const { n, upserted, value } = await runWrites(command, server, namespaceOf(command), [statement], 'one');
  const id = upserted[0]?.get('_id');
  const updatedExisting = remove ? undefined : n > 0 && id === undefined;
  return doc({
    lastErrorObject: doc({ n, updatedExisting, upserted: id }),
    value: value ?? null,
    ok: 1,
  });
}
