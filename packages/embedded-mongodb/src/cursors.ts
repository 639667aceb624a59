import { refuse } from './error.ts';
import { type Row, type Rows } from './query/rows.ts';
import { type TimeLimit, visitAll } from './time-limit.ts';
import { bsonType, type Doc, doc, Opaque } from './wire/value.ts';

/** A reply holds no more than this of documents. */
const maxBatchBytes = 16 * 1024 * 1024;
const firstBatchSize = 101;
const idleLimitMs = 10 * 60_000;
/** More open cursors than this are refused: each may hold sorted documents. */
const maxCursors = 10_000;

interface Cursor {
  readonly id: bigint;
  readonly namespace: string;
  readonly rows: Rows;
  readonly limit: TimeLimit;
  /** Read, but beyond the size of the batch before. */
  pending: Row | undefined;
  lastUsed: number;
}

export interface BatchOptions {
  readonly batchSize: number | undefined;
  readonly singleBatch?: boolean;
  /** Of the command that opens the cursor: it holds for all batches together. */
  readonly limit: TimeLimit;
}

export interface CursorTable {
  /** The first batch of a new cursor, as a reply. */
  open(namespace: string, rows: Rows, options: BatchOptions): Promise<Doc>;
  more(id: bigint, namespace: string, batchSize: number | undefined): Promise<Doc>;
  /** Ends a cursor; answers whether there was one. */
  kill(id: bigint, namespace: string): boolean;
  /** Ends those that no client asked for in ten minutes. */
  expire(): void;
}

const reply = (id: bigint, ns: string, batch: Opaque[], name: string): Doc =>
  doc({ cursor: doc({ [name]: batch, id, ns }), ok: 1 });

export function openCursorTable(): CursorTable {
  const cursors = new Map<bigint, Cursor>();
  let lastId = BigInt(Date.now()) << 16n;

  const find = (id: bigint, namespace: string): Cursor | undefined => {
    const cursor = cursors.get(id);
    return cursor?.namespace === namespace ? cursor : undefined;
  };

  return {
    open: async (namespace, rows, { batchSize = firstBatchSize, singleBatch = false, limit }) => {
      const cursor: Cursor = {
        id: ++lastId,
        namespace,
        rows,
        limit,
        pending: undefined,
        lastUsed: Date.now(),
      };
      const { batch, ended } = await nextBatch(cursor, batchSize);
      const keep = !ended && !singleBatch;
      if (keep && cursors.size >= maxCursors) refuse('ExceededMemoryLimit', 'too many open cursors');
      if (keep) cursors.set(cursor.id, cursor);
      limit.stop();
      return reply(keep ? cursor.id : 0n, namespace, batch, 'firstBatch');
    },
    more: async (id, namespace, batchSize = 0) => {
      const cursor = find(id, namespace) ?? refuse('CursorNotFound', `cursor id ${id} not found`);
      cursor.lastUsed = Date.now();
      cursors.delete(id);
      cursor.limit.start();
      const { batch, ended } = await nextBatch(cursor, batchSize || Infinity);
      cursor.limit.stop();
      if (!ended) cursors.set(id, cursor);
      return reply(ended ? 0n : id, namespace, batch, 'nextBatch');
    },
    kill: (id, namespace) => find(id, namespace) !== undefined && cursors.delete(id),
    expire: () => {
      const oldest = Date.now() - idleLimitMs;
      for (const [id, { lastUsed }] of cursors) if (lastUsed < oldest) cursors.delete(id);
    },
  };
}

async function nextBatch(cursor: Cursor, batchSize: number): Promise<{ batch: Opaque[]; ended: boolean }> {
  const batch: Opaque[] = [];
  let bytes = 0;
  const add = (row: Row): boolean => {
    if (row.bytes.length > maxBatchBytes) refuse('BSONObjectTooLarge', 'a result is larger than 16 MB');
    bytes += row.bytes.length;
    const fits = bytes <= maxBatchBytes || batch.length === 0;
    if (fits) batch.push(new Opaque(bsonType.document, row.bytes));
    else cursor.pending = row;
    return fits && batch.length < batchSize;
  };
  if (batchSize === 0) return { batch, ended: false };
  const { pending } = cursor;
  cursor.pending = undefined;
  if (pending && !add(pending)) return { batch, ended: false };
  return { batch, ended: await visitAll(cursor.rows, cursor.limit, add) };
}
