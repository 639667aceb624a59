import { type Command, type Server } from '../command.ts';
import { errorFields, MongoError } from '../error.ts';
import { type Filter } from '../query/filter.ts';
import { noOutcome, openRetry, type Retry, type WriteProgress } from '../retry.ts';
import { type Documents, openDocuments } from '../storage/documents.ts';
import { checkTime, type Slice } from '../time-limit.ts';
import { doc } from '../wire/value.ts';
import { type Done, matchAt, needsSearch, rowOf, search, type Statement } from './statements.ts';

/** How the statements of a command are run. */
interface Options {
  /** Whether the first refusal is the last statement. */
  readonly isOrdered: boolean;
  /** Whether a refusal is the answer to the whole command. */
  readonly isOne?: boolean;
}

/** Statements that are taken into account for one transaction. */
const mostAtOnce = 10_000;
/** Behind so many refusals only their codes are told. */
const mostMessages = 1_000;

/**
 * Runs statements one after the other, as many in each transaction as fit into a turn of the thread. A change of many
 * documents is not one change: what is written meanwhile is changed as well or not, and a refusal leaves what was
 * changed before.
 * @throws MongoError when the time of the command is over, or nothing can be written; it tells how many statements were
 * run before
 */
export async function runWrites(
  command: Command,
  server: Server,
  namespace: string,
  statements: readonly Statement[],
  options: Options,
): Promise<WriteProgress> {
  const retry = openRetry(command, server.store);
  const run: Run = { command, server, namespace, statements, options, retry };
  let outcome = retry.earlier() ?? noOutcome();
  try {
    for (let statement; (statement = statements[outcome.next]);) {
      checkTime(command.limit);
      const { filter } = statement;
      outcome =
        filter && needsSearch(statement)
          ? await runSearching(run, outcome, statement, filter)
          : await runDirectly(run, outcome);
    }
  } catch (error) {
    throw outcome.next > 0
      ? stoppedAfter(`${outcome.next} of ${statements.length} statements were run`, error)
      : error;
  }
  return outcome;
}

interface Run {
  readonly command: Command;
  readonly server: Server;
  readonly namespace: string;
  readonly statements: readonly Statement[];
  readonly options: Options;
  readonly retry: Retry;
}

/** Counts what a statement does, or that it is refused. */
function attempt({ statements, options }: Run, outcome: WriteProgress, run: () => Done): void {
  const index = outcome.next++;
  try {
    const { n, modified = 0, upsertedId, value } = run();
    outcome.n += n;
    outcome.modified += modified;
    outcome.value = value;
    if (upsertedId !== undefined) outcome.upserted.push(doc({ index, _id: upsertedId }));
  } catch (error) {
    if (options.isOne || !(error instanceof MongoError)) throw error;
    const isTold = outcome.errors.length < mostMessages;
    const told = isTold ? errorFields(error) : doc({ code: error.code, errmsg: '' });
    outcome.errors.push(new Map([['index', index], ...told]));
    if (options.isOrdered) outcome.next = statements.length;
  }
}

/** A transaction, which goes on from an outcome; it may be run twice. */
function write(
  { command, server, namespace, retry }: Run,
  before: WriteProgress,
  work: (outcome: WriteProgress, documents: Documents, slice: Slice) => void,
): Promise<WriteProgress> {
  const { store, catalog } = server;
  return store.write((slice) => {
    const outcome = { ...before, upserted: [...before.upserted], errors: [...before.errors] };
    work(outcome, openDocuments(store, catalog, namespace), slice);
    retry.record(outcome);
    return outcome;
  }, command.sync);
}

/** As many statements as need no search. */
function runDirectly(run: Run, before: WriteProgress): Promise<WriteProgress> {
  const end = Math.min(run.statements.length, before.next + mostAtOnce);
  return write(run, before, (outcome, documents, slice) => {
    do {
      const statement = run.statements[outcome.next];
      if (!statement || needsSearch(statement)) return;
      attempt(run, outcome, () => statement.apply(documents, rowOf(documents, statement)));
    } while (outcome.next < end && !slice.isOver());
  });
}

/** A statement whose documents are searched for first, while others have their turn. */
async function runSearching(
  run: Run,
  before: WriteProgress,
  statement: Statement,
  filter: Filter,
): Promise<WriteProgress> {
  for (;;) {
    checkTime(run.command.limit);
    const places = await search(run.server, run.namespace, statement, filter, run.command.limit);
    const [first] = places;
    if (first && statement.multi) return changeAll(run, before, statement, filter, places);
    const outcome = await write(run, before, (made, documents) => {
      const row = first && matchAt(documents, first, filter);
      // What was changed meanwhile is searched for again.
      if (row || !first) attempt(run, made, () => statement.apply(documents, row));
    });
    if (outcome.next > before.next) return outcome;
  }
}

/** The reason that ended a command after some of its transactions. */
const stoppedAfter = (done: string, error: unknown): unknown =>
  error instanceof MongoError
    ? new MongoError(error.reason, `${done}, then: ${error.message}`, error.extra)
    : error;

/** Changes documents at some places, a part of them in each transaction. */
async function changeAll(
  run: Run,
  before: WriteProgress,
  { apply }: Statement,
  filter: Filter,
  places: readonly Buffer[],
): Promise<WriteProgress> {
  const { server, namespace, command } = run;
  const total = { n: 0, modified: 0 };
  const changeSome = (from: number, slice: Slice) => {
    const documents = openDocuments(server.store, server.catalog, namespace);
    const part = { n: 0, modified: 0, next: from };
    do {
      const place = places[part.next++];
      const row = place && matchAt(documents, place, filter);
      if (!row) continue;
      part.modified += apply(documents, row).modified ?? 0;
      part.n++;
    } while (part.next < places.length && !slice.isOver());
    return part;
  };
  const change = async (): Promise<() => Done> => {
    for (let next = 0; next < places.length;) {
      checkTime(command.limit);
      const from = next;
      const part = await server.store.write((slice) => changeSome(from, slice), command.sync);
      total.n += part.n;
      total.modified += part.modified;
      next = part.next;
    }
    return () => total;
  };
  const outcome = { ...before };
  const done = await change().catch((error: unknown) => (): never => {
    throw total.n > 0 ? stoppedAfter(`${total.n} documents were changed`, error) : error;
  });
  attempt(run, outcome, done);
  return outcome;
}
