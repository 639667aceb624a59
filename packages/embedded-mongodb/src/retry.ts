import { type Command } from './command.ts';
import { refuse } from './error.ts';
import { retryPrefix } from './storage/catalog.ts';
import { under } from './storage/key-range.ts';
import { type Store } from './storage/store.ts';
import { encode } from './wire/encode.ts';
import { RawDocument } from './wire/raw-document.ts';
import { type Doc, doc, isDoc, numeric, Opaque } from './wire/value.ts';

/** A session ends after this time without use, and its records with it. */
export const sessionMinutes = 30;

/** The statements that a write has run so far. */
export interface WriteProgress {
  /** The first statement that is still to be run. */
  next: number;
  n: number;
  modified: number;
  readonly upserted: Doc[];
  readonly errors: Doc[];
  /** The document that is answered. */
  value?: RawDocument | undefined;
}

export const noProgress = (): WriteProgress => ({ next: 0, n: 0, modified: 0, upserted: [], errors: [] });

/** The work under way, by its key. */
const running = new Map<string, Promise<unknown>>();

/** Runs the work of the same key one after the other. */
export async function serially<T>(key: string, run: () => Promise<T>): Promise<T> {
  const before = running.get(key);
  const current = before ? before.then(run, run) : run();
  running.set(key, current);
  try {
    return await current;
  } finally {
    if (running.get(key) === current) running.delete(key);
  }
}

/** Runs the writes of one session one after the other: the first try of a write that is sent again may still run. */
export async function inTurn<T>(body: Doc, run: () => Promise<T>): Promise<T> {
  const session = body.get('lsid');
  const id = isDoc(session) && body.has('txnNumber') ? session.get('id') : undefined;
  return id instanceof Opaque ? serially(`session ${id.bytes.toString('latin1')}`, run) : run();
}

/**
 * Records the progress of a write under its session, in the same transaction: a client that lost the reply and sends the
 * command again gets the same reply, and nothing is written twice.
 */
export class Retry {
  readonly #store: Store;
  /** Undefined for a write that is not retryable. */
  readonly #record: { readonly key: Buffer; readonly number: bigint } | undefined;

  /** @throws MongoError for a session without an id */
  constructor({ body }: Command, store: Store) {
    this.#store = store;
    const session = body.get('lsid');
    const txnNumber = numeric(body.get('txnNumber'));
    if (txnNumber === undefined) return;
    if (!isDoc(session))
      refuse('InvalidOptions', 'Transaction number requires a session ID to also be specified');
    const id = session.get('id');
    if (!(id instanceof Opaque) || id.bytes.length > 64) refuse('BadValue', 'lsid needs an id');
    this.#record = { key: Buffer.concat([retryPrefix, id.bytes]), number: BigInt(txnNumber) };
  }

  /** The progress of an earlier try. @throws MongoError for a number older than the last */
  earlier(): WriteProgress | undefined {
    if (!this.#record) return undefined;
    const { key, number } = this.#record;
    const bytes = this.#store.get(key);
    const last = bytes?.readBigInt64LE(8) ?? -1n;
    if (last > number)
      refuse('TransactionTooOld', `txnNumber ${number} is older than the last one of this session`);
    return bytes && last === number ? readProgress(bytes) : undefined;
  }

  record(progress: WriteProgress): void {
    if (this.#record) this.#store.put(this.#record.key, writeProgress(progress, this.#record.number));
  }
}

/** A record begins with the time and the number. */
const headSize = 16;

function readProgress(bytes: Buffer): WriteProgress {
  const done = new RawDocument(bytes.subarray(headSize));
  const count = (name: string): number => Number(done.get(name));
  const docs = (name: string): Doc[] => [done.get(name) ?? []].flat().filter(isDoc);
  const value = done.getRaw('value');
  return {
    next: count('next'),
    n: count('n'),
    modified: count('modified'),
    upserted: docs('upserted'),
    errors: docs('errors'),
    value: value instanceof RawDocument ? value : undefined,
  };
}

function writeProgress(
  { next, n, modified, upserted, errors, value }: WriteProgress,
  number: bigint,
): Buffer {
  const bytes = encode(doc({ next, n, modified, upserted, errors, value }), headSize);
  bytes.writeDoubleLE(Date.now(), 0);
  bytes.writeBigInt64LE(number, 8);
  return bytes;
}

/** The number of records that one transaction reads. */
const step = 500;

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
