import { type Command, type Server } from '../command.ts';
import { errorFields, MongoError } from '../error.ts';
import { noProgress, Retry, type WriteProgress } from '../retry.ts';
import { Documents } from '../storage/documents.ts';
import { type Slice, visitAll } from '../time-limit.ts';
import { doc } from '../wire/value.ts';
import { select } from './find.ts';
import { type Done, ifMatch, needsSearch, rowOf, type Statement } from './statement.ts';

/**
 * What a refused statement ends: the command after it (`ordered`), nothing else (`unordered`), or the whole command,
 * whose answer is the refusal (`one`).
 */
type Mode = 'ordered' | 'unordered' | 'one';

/** Statements that one transaction takes at most. */
const mostAtOnce = 10_000;
/** Of further refusals only the codes are reported. */
const mostMessages = 1_000;

interface Run {
  readonly command: Command;
  readonly server: Server;
  readonly namespace: string;
  readonly statements: readonly Statement[];
  readonly mode: Mode;
  readonly retry: Retry;
}

/**
 * Runs statements one after the other, as many in each transaction as fit into a turn of the thread. A change of many
 * documents is not atomic: documents that are written in the meantime may be changed or not, and a refusal leaves
 * earlier changes in place.
 * @throws MongoError when the time of the command is over or nothing can be written; its message counts the statements
 * that were run
 */
export async function runWrites(
  command: Command,
  server: Server,
  namespace: string,
  statements: readonly Statement[],
  mode: Mode,
): Promise<WriteProgress> {
  const retry = new Retry(command, server.store);
  const run: Run = { command, server, namespace, statements, mode, retry };
  let progress = retry.earlier() ?? noProgress();
  try {
    for (let statement; (statement = statements[progress.next]);) {
      command.limit.check();
      const advance = needsSearch(statement) ? runSearched : runDirectly;
      progress = await advance(run, progress, statement);
    }
  } catch (error) {
    const { next } = progress;
    throw next > 0 ? stoppedAfter(`${next} of ${statements.length} statements were run`, error) : error;
  }
  return progress;
}

/** The reason that ended a command after some of its transactions. */
const stoppedAfter = (done: string, error: unknown): unknown =>
  error instanceof MongoError
    ? new MongoError(error.reason, `${done}, then: ${error.message}`, error.extra)
    : error;

/** Runs a statement: counts its changes, or records its refusal. */
function attempt({ statements, mode }: Run, progress: WriteProgress, run: () => Done): void {
  const index = progress.next++;
  try {
    const { n, modified = 0, upsertedId, value } = run();
    progress.n += n;
    progress.modified += modified;
    progress.value = value;
    if (upsertedId !== undefined) progress.upserted.push(doc({ index, _id: upsertedId }));
  } catch (error) {
    if (mode === 'one' || !(error instanceof MongoError)) throw error;
    const hasMessage = progress.errors.length < mostMessages;
    const reported = hasMessage ? errorFields(error) : doc({ code: error.code, errmsg: '' });
    progress.errors.push(new Map([['index', index], ...reported]));
    if (mode === 'ordered') progress.next = statements.length;
  }
}

/** Runs a transaction that continues from some progress. LMDB may have it run twice. */
function transact(
  { command, server, namespace, retry }: Run,
  before: WriteProgress,
  work: (progress: WriteProgress, documents: Documents, slice: Slice) => void,
): Promise<WriteProgress> {
  const { store, catalog } = server;
  return store.write((slice) => {
    const progress = { ...before, upserted: [...before.upserted], errors: [...before.errors] };
    work(progress, new Documents(store, catalog, namespace), slice);
    retry.record(progress);
    return progress;
  }, command.sync);
}

/** Runs a statement, and those that follow, as long as they need no search. */
function runDirectly(run: Run, before: WriteProgress): Promise<WriteProgress> {
  const end = Math.min(run.statements.length, before.next + mostAtOnce);
  return transact(run, before, (progress, documents, slice) => {
    do {
      const statement = run.statements[progress.next];
      if (!statement || needsSearch(statement)) return;
      attempt(run, progress, () => statement.apply(documents, rowOf(documents, statement)));
    } while (progress.next < end && !slice.isOver());
  });
}

/** Runs a statement whose documents are searched for first, in several turns of the thread. */
async function runSearched(
  run: Run,
  before: WriteProgress,
  { filter, multi = false, apply }: Statement,
): Promise<WriteProgress> {
  const { command, server, namespace } = run;
  const places: Buffer[] = [];
  const rows = filter ? select(server, namespace, { filter, limit: multi ? 0 : 1 }) : [].values();
  await visitAll(rows, command.limit, ({ place }) => places.push(Buffer.from(place)));
  const rowAt = (documents: Documents, place: Buffer) => ifMatch(filter, documents.at(place));
  const [first] = places;
  if (!multi || !first)
    return transact(run, before, (progress, documents) => {
      const row = first && rowAt(documents, first);
      // If the document was changed since, the statement stays the next one, and is searched for again.
      if (row || !first) attempt(run, progress, () => apply(documents, row));
    });

  let done = { at: 0, n: 0, modified: 0 };
  const changeSome = (slice: Slice): typeof done => {
    const documents = new Documents(server.store, server.catalog, namespace);
    const made = { ...done };
    do {
      const place = places[made.at++];
      const row = place && rowAt(documents, place);
      if (!row) continue;
      made.modified += apply(documents, row).modified ?? 0;
      made.n++;
    } while (made.at < places.length && !slice.isOver());
    return made;
  };
  let outcome = (): Done => done;
  try {
    while (done.at < places.length) {
      command.limit.check();
      done = await server.store.write(changeSome, command.sync);
    }
  } catch (error) {
    outcome = () => {
      throw done.n > 0 ? stoppedAfter(`${done.n} documents were changed`, error) : error;
    };
  }
  attempt(run, before, () => outcome());
  return before;
}
