import { encode } from './bson-write.ts';
import { retryPrefix } from './catalog.ts';
import { refuse } from './error.ts';
import { under } from './key-range.ts';
import { type Command, type Reply, type Server } from './command.ts';
import { type Store } from './store.ts';
import { Opaque, bsonType, isDoc, numeric, type Doc, type Value } from './value.ts';

/** A session ends after this time without use, and its record with it. */
export const sessionMinutes = 30;

/**
 * Runs a write as one transaction. The reply is recorded in that same transaction under the session, so that a
 * client that lost it and sends the command again gets the same reply, and nothing is written twice.
 */
export function retryable({ body, sync }: Command, { store }: Server, work: () => Doc): Promise<Reply> {
  const session = body.get('lsid');
  const number = numeric(body.get('txnNumber'));
  if (number === undefined || !isDoc(session)) return store.write(work, sync);
  const key = recordKey(session.get('id'));
  const statement = statementOf(body);
  return store.write(() => {
    const earlier = readRecord(store, key);
    if (earlier && earlier.number > BigInt(number))
      refuse('TransactionTooOld', `txnNumber ${number} is older than the last one of this session`);
    if (earlier?.number === BigInt(number) && earlier.statement === statement) return earlier.reply;
    return writeRecord(store, key, BigInt(number), statement, work());
  }, sync);
}

function recordKey(id: Value | undefined): Buffer {
  if (!(id instanceof Opaque) || id.bytes.length > 64) return refuse('BadValue', 'lsid needs an id');
  return Buffer.concat([retryPrefix, id.bytes]);
}

/** One command's statements are all written or none is: the first one's number stands for them. */
function statementOf(body: Doc): number {
  const ids = body.get('stmtIds');
  return Number(numeric(body.get('stmtId') ?? (Array.isArray(ids) ? ids[0] : undefined)) ?? 0);
}

interface RetryRecord {
  readonly number: bigint;
  readonly statement: number;
  readonly reply: Opaque;
}

function readRecord(store: Store, key: Buffer): RetryRecord | undefined {
  const bytes = store.get(key);
  if (!bytes) return undefined;
  return {
    number: bytes.readBigInt64LE(8),
    statement: bytes.readInt32LE(16),
    reply: new Opaque(bsonType.document, bytes.subarray(headSize)),
  };
}

/** When it was written, the number and the statement; the reply follows. */
const headSize = 20;

/** Answers the reply as it is stored, encoded once for both. */
function writeRecord(store: Store, key: Buffer, number: bigint, statement: number, reply: Doc): Opaque {
  const bytes = encode(reply, headSize);
  bytes.writeDoubleLE(Date.now(), 0);
  bytes.writeBigInt64LE(number, 8);
  bytes.writeInt32LE(statement, 16);
  store.put(key, bytes);
  return new Opaque(bsonType.document, bytes.subarray(headSize));
}

/** Removes the records of sessions that have ended. */
export async function expireRecords(store: Store): Promise<void> {
  const oldest = Date.now() - 2 * sessionMinutes * 60_000;
  await store.write(() => {
    const all = [...store.range(under(retryPrefix))];
    for (const { key, value } of all) if (value.readDoubleLE(0) < oldest) store.remove(key);
  });
}
