import { flag } from '../arguments.ts';
import { type Command, type Server } from '../command.ts';
import { openDocuments, type Documents } from '../documents.ts';
import { MongoError, errorFields, refuse } from '../error.ts';
import { openRetry, type Part } from '../retry.ts';
import { type Seen } from './targets.ts';
import { beginSlice, checkTime, pause, type Slice } from '../time-limit.ts';
import { doc, type Doc, type Opaque, type Value } from '../value.ts';

/** What one statement did. */
export interface Statement {
  readonly n: number;
  readonly modified?: number;
  readonly upsertedId?: Value;
}

/** A kind of bulk write. */
export interface Kind<T> {
  /** Reads a statement. @param names the fields that documents are indexed by */
  read(item: Doc | Opaque, names: ReadonlySet<string>): T;
  /** Runs one within a transaction; 'unknown' where its document has to be searched for. */
  run(statement: T, documents: Documents, slice: Slice, seen: Seen | undefined): Statement | 'unknown';
  /** Searches for the document of one. */
  search(statement: T): Promise<Seen>;
  /** How to run one that changes any number of documents, in transactions of its own. */
  many(statement: T): (() => Promise<Statement>) | undefined;
}

const maxBatch = 100_000;

/**
 * Runs the statements of a bulk write one by one, some in each transaction; an ordered one ends at the first that is
 * refused.
 * @throws MongoError for statements that cannot be read, before any is run
 */
export async function runBulk<T>(
  command: Command,
  server: Server,
  namespace: string,
  items: readonly (Doc | Opaque)[],
  kind: Kind<T>,
): Promise<Doc> {
  const { body, limit, sync } = command;
  if (items.length === 0 || items.length > maxBatch)
    refuse('InvalidOptions', `Write batch sizes must be between 1 and ${maxBatch}`);
  const retry = openRetry(command, server.store);
  const ordered = flag(body, 'ordered', true);
  const names = openDocuments(server.store, server.catalog, namespace).indexed;
  const statements = await readAll(command, items, (item) => kind.read(item, names));
  const parts: Part[] = [];
  let seen: Seen | undefined;

  /** Within a transaction: as many statements as fit into the slice, or none if the first has to be searched for. */
  function runSome(from: number, slice: Slice): readonly Part[] {
    const earlier = parts.length === 0 ? retry.earlier() : [];
    if (earlier.length > 0) return earlier;
    const documents = openDocuments(server.store, server.catalog, namespace);
    // An index that was made meanwhile needs other fields.
    const isRead = isSame(documents.indexed, names);
    const run = (at: number, statement: T): Statement | 'unknown' => {
      const item = items[at];
      const now = isRead || !item ? statement : kind.read(item, documents.indexed);
      return kind.run(now, documents, slice, at === from ? seen : undefined);
    };
    const tally = openTally(statements.length, ordered);
    let at = from;
    for (const statement of statements.slice(from, from + mostAtOnce)) {
      if (kind.many(statement) || (at > from && slice.isOver())) break;
      if (!tally.attempt(at, () => run(at, statement))) break;
      at++;
      if (tally.isOver()) break;
    }
    if (at === from) return [];
    const part = tally.part(at);
    retry.record(parts.length, part);
    return [part];
  }

  for (let at: number | undefined = 0; at !== undefined; at = nextOf(parts)) {
    const from: number = at;
    checkTime(limit);
    const statement = statements[from];
    const many = statement === undefined ? undefined : kind.many(statement);
    if (many) {
      const tally = openTally(statements.length, ordered);
      await tally.attemptMany(from, many);
      parts.push(tally.part(from + 1));
      continue;
    }
    const made = await server.store.write((slice) => runSome(from, slice), sync);
    parts.push(...made);
    seen = made.length === 0 && statement !== undefined ? await kind.search(statement) : undefined;
  }
  return replyOf(body, parts);
}

/** Statements that are taken into account for one transaction. */
const mostAtOnce = 10_000;

const nextOf = (parts: readonly Part[]): number | undefined => {
  const last = parts.at(-1);
  return last ? last.next : 0;
};

async function readAll<T>(
  { limit }: Command,
  items: readonly (Doc | Opaque)[],
  read: (item: Doc | Opaque) => T,
): Promise<T[]> {
  const statements: T[] = [];
  let slice = beginSlice(limit);
  for (const item of items) {
    statements.push(read(item));
    if (!slice.isOver()) continue;
    await pause(limit);
    slice = beginSlice(limit);
  }
  return statements;
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));

/** Counts what the statements of one part do. */
function openTally(statements: number, ordered: boolean) {
  const upserted: Doc[] = [];
  const writeErrors: Doc[] = [];
  let [n, nModified] = [0, 0];
  const count = (index: number, result: Statement): void => {
    n += result.n;
    nModified += result.modified ?? 0;
    if (result.upsertedId !== undefined)
      upserted.push(new Map<string, Value>().set('index', index).set('_id', result.upsertedId));
  };
  const fail = (index: number, error: unknown): void => {
    if (!(error instanceof MongoError)) throw error;
    writeErrors.push(new Map([['index', index], ...errorFields(error)]));
  };
  const isOver = (): boolean => ordered && writeErrors.length > 0;
  return {
    /** Runs a statement; false where its document has to be searched for first. */
    attempt(index: number, run: () => Statement | 'unknown'): boolean {
      try {
        const result = run();
        if (result === 'unknown') return false;
        count(index, result);
      } catch (error) {
        fail(index, error);
      }
      return true;
    },
    async attemptMany(index: number, run: () => Promise<Statement>): Promise<void> {
      try {
        count(index, await run());
      } catch (error) {
        fail(index, error);
      }
    },
    isOver,
    part: (next: number): Part => ({
      done: doc({ n, nModified, upserted, writeErrors }),
      next: isOver() || next >= statements ? undefined : next,
    }),
  };
}

/** What all parts did together. */
function replyOf(body: Doc, parts: readonly Part[]): Doc {
  const total = (name: string): number => parts.reduce((sum, { done }) => sum + Number(done.get(name)), 0);
  const all = (name: string): Value[] | undefined => {
    const items = parts.flatMap(({ done }) => {
      const some = done.get(name);
      return Array.isArray(some) ? some : [];
    });
    return items.length > 0 ? items : undefined;
  };
  return doc({
    n: total('n'),
    nModified: body.has('update') ? total('nModified') : undefined,
    upserted: all('upserted'),
    writeErrors: all('writeErrors'),
    ok: 1,
  });
}
