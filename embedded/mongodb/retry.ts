import { decode } from './bson.ts';
import { encode } from './bson-write.ts';
import { retryPrefix } from './catalog.ts';
import { refuse } from './error.ts';
import { under } from './key-range.ts';
import { type Command } from './command.ts';
import { type Store } from './store.ts';
import { Opaque, isDoc, numeric, type Doc } from './value.ts';

/** A session ends after this time without use, and its records with it. */
export const sessionMinutes = 30;

/** What a part of a write did: a long one takes several transactions. */
export interface Part {
  readonly done: Doc;
  /** The first statement that is left; undefined where none is. */
  readonly next: number | undefined;
}

/**
 * Records what a write did in the same transaction under its session, so that a client that lost the reply and sends
 * the command again gets the same reply, and nothing is written twice.
 */
export interface Retry {
  /** What an earlier try did. Within a transaction. @throws MongoError for a number older than the last */
  earlier(): readonly Part[];
  record(at: number, part: Part): void;
}

/** What is under way, by its key. */
const running = new Map<string, Promise<unknown>>();

/** Runs what has the same key one after the other. */
export async function serially<T>(key: string, run: () => Promise<T>): Promise<T> {
  const before = running.get(key);
  const own = before ? before.then(run, run) : run();
  running.set(key, own);
  try {
    return await own;
  } finally {
    if (running.get(key) === own) running.delete(key);
  }
}

/** Runs the writes of one session one after the other: one that is sent again may find the first try at work. */
export async function inTurn<T>(body: Doc, run: () => Promise<T>): Promise<T> {
  const session = body.get('lsid');
  const id = isDoc(session) && body.has('txnNumber') ? session.get('id') : undefined;
  return id instanceof Opaque ? serially(`session ${id.bytes.toString('latin1')}`, run) : run();
}

const unrecorded: Retry = { earlier: () => [], record: () => undefined };

/** @throws MongoError for a session without an id */
export function openRetry({ body }: Command, store: Store): Retry {
  const session = body.get('lsid');
  const number = numeric(body.get('txnNumber'));
  if (number === undefined) return unrecorded;
  if (!isDoc(session))
    return refuse('InvalidOptions', 'Transaction number requires a session ID to also be specified');
  const id = session.get('id');
  if (!(id instanceof Opaque) || id.bytes.length > 64) return refuse('BadValue', 'lsid needs an id');
  const key = (at: number): Buffer => Buffer.concat([retryPrefix, id.bytes, Buffer.of(at >> 8, at & 255)]);
  const own = { number: BigInt(number), statement: statementOf(body) };
  const read = (at: number): RetryRecord | undefined => readRecord(store.get(key(at)));
  return {
    earlier: () => {
      const first = read(0);
      if (first && first.number > own.number)
        refuse('TransactionTooOld', `txnNumber ${own.number} is older than the last one of this session`);
      const parts: Part[] = [];
      for (let at = 0, found = first; found; found = found.next === undefined ? undefined : read(++at)) {
        if (found.number === own.number && found.statement === own.statement) parts.push(found);
        // Parts of another write would be taken for some of this one.
        else store.remove(key(at));
      }
      return parts;
    },
    record: (at, part) => store.put(key(at), writeRecord({ ...own, ...part })),
  };
}

/** One command's statements are told apart from another's by the first one's number. */
function statementOf(body: Doc): number {
  const ids = body.get('stmtIds');
  return Number(numeric(body.get('stmtId') ?? (Array.isArray(ids) ? ids[0] : undefined)) ?? 0);
}

interface RetryRecord extends Part {
  readonly number: bigint;
  readonly statement: number;
}

/** When it was written, the number, the statement, and the next statement or -1; what it did follows. */
const headSize = 24;

function readRecord(bytes: Buffer | undefined): RetryRecord | undefined {
  if (!bytes) return undefined;
  const next = bytes.readInt32LE(20);
  return {
    number: bytes.readBigInt64LE(8),
    statement: bytes.readInt32LE(16),
    next: next < 0 ? undefined : next,
    done: decode(bytes, headSize),
  };
}

function writeRecord({ number, statement, next, done }: RetryRecord): Buffer {
  const bytes = encode(done, headSize);
  bytes.writeDoubleLE(Date.now(), 0);
  bytes.writeBigInt64LE(number, 8);
  bytes.writeInt32LE(statement, 16);
  bytes.writeInt32LE(next ?? -1, 20);
  return bytes;
}

/** How many records are looked at in one transaction. */
const step = 2_000;

/** Removes the records of sessions that have ended. */
export async function expireRecords(store: Store): Promise<void> {
  const oldest = Date.now() - 2 * sessionMinutes * 60_000;
  let { start } = under(retryPrefix);
  const { end } = under(retryPrefix);
  for (let last: Buffer | undefined = start; last;)
    last = await store.write(() => {
      const some = [...store.range({ start, end, limit: step })];
      for (const { key, value } of some) if (value.readDoubleLE(0) < oldest) store.remove(key);
      start = Buffer.concat([some.at(-1)?.key ?? start, Buffer.of(0)]);
      return some.length < step ? undefined : start;
    });
}
