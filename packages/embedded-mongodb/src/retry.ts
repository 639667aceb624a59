import { type Command } from './command.ts';
import { refuse } from './error.ts';
import { retryPrefix } from './storage/catalog.ts';
import { under } from './storage/key-range.ts';
import { type Store } from './storage/store.ts';
import { decode } from './wire/decode.ts';
import { encode } from './wire/encode.ts';
import { bsonType, type Doc, doc, isDoc, numeric, Opaque } from './wire/value.ts';

/** A session ends after this time without use, and its records with it. */
export const sessionMinutes = 30;

/** What a write has done so far. */
export interface WriteProgress {
  /** The first statement that is left. */
  next: number;
  n: number;
  modified: number;
  readonly upserted: Doc[];
  readonly errors: Doc[];
  /** The document to be answered. */
  value?: Buffer | undefined;
}

export const noOutcome = (): WriteProgress => ({ next: 0, n: 0, modified: 0, upserted: [], errors: [] });

/**
 * Records what a write did in the same transaction under its session, so that a client that lost the reply and sends
 * the command again gets the same reply, and nothing is written twice.
 */
export interface Retry {
  /** What an earlier try did. @throws MongoError for a number older than the last */
  earlier(): WriteProgress | undefined;
  record(outcome: WriteProgress): void;
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

/** @throws MongoError for a session without an id */
export function openRetry({ body }: Command, store: Store): Retry {
  const session = body.get('lsid');
  const txnNumber = numeric(body.get('txnNumber'));
  if (txnNumber === undefined) return { earlier: () => undefined, record: () => undefined };
  if (!isDoc(session))
    return refuse('InvalidOptions', 'Transaction number requires a session ID to also be specified');
  const id = session.get('id');
  if (!(id instanceof Opaque) || id.bytes.length > 64) return refuse('BadValue', 'lsid needs an id');
  const key = Buffer.concat([retryPrefix, id.bytes]);
  const number = BigInt(txnNumber);
  return {
    earlier: () => {
      const bytes = store.get(key);
      const last = bytes?.readBigInt64LE(8) ?? -1n;
      if (last > number)
        refuse('TransactionTooOld', `txnNumber ${number} is older than the last one of this session`);
      return bytes && last === number ? readOutcome(bytes) : undefined;
    },
    record: (outcome) => store.put(key, writeOutcome(outcome, number)),
  };
}

/** When it was written, and the number; what it did follows. */
const headSize = 16;

function readOutcome(bytes: Buffer): WriteProgress {
  const done = decode(bytes, headSize);
  const count = (name: string): number => Number(done.get(name));
  const docs = (name: string): Doc[] => [done.get(name) ?? []].flat().filter(isDoc);
  const value = done.get('value');
  return {
    next: count('next'),
    n: count('n'),
    modified: count('modified'),
    upserted: docs('upserted'),
    errors: docs('errors'),
    value: isDoc(value) ? encode(value) : undefined,
  };
}

function writeOutcome({ next, n, modified, upserted, errors, value }: WriteProgress, number: bigint): Buffer {
  const shown = value && new Opaque(bsonType.document, value);
  const bytes = encode(doc({ next, n, modified, upserted, errors, value: shown }), headSize);
  bytes.writeDoubleLE(Date.now(), 0);
  bytes.writeBigInt64LE(number, 8);
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
