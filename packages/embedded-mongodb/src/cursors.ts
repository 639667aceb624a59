import { refuse } from './error.ts';
import { type Row, type Rows } from './query/rows.ts';
import { type TimeLimit, visitAll } from './time-limit.ts';
import { type Doc, doc } from './wire/value.ts';

/** The most bytes of a document, and of a reply that has to hold all documents. */
const maxBatchBytes = 16 * 1024 * 1024;
/** Documents of a reply after which the rest is left to the next one: this many are encoded in some milliseconds. */
const enoughBytes = 1024 * 1024;
const firstBatchSize = 101;
const idleLimitMs = 10 * 60_000;
/** More open cursors than this are refused: each may hold sorted documents. */
const maxCursors = 10_000;

/** The rest of a result. */
class Cursor {
  #lastUsed = Date.now();
  /** Read, but too large for the batch before. */
  #pending: Row | undefined;
  readonly #rows: Rows;
  readonly #limit: TimeLimit;

  constructor(
    readonly namespace: string,
    rows: Rows,
    limit: TimeLimit,
  ) {
    this.#rows = rows;
    this.#limit = limit;
  }

  get isIdle(): boolean {
    return this.#lastUsed < Date.now() - idleLimitMs;
  }

  /** @param most the bytes of the batch, unless its only document has more */
  async next(batchSize: number, most = enoughBytes): Promise<{ batch: Row[]; ended: boolean }> {
    this.#lastUsed = Date.now();
    this.#limit.start();
    const batch: Row[] = [];
    let bytes = 0;
    const add = (row: Row): boolean => {
      if (row.bytes.length > maxBatchBytes) refuse('BSONObjectTooLarge', 'a result is larger than 16 MB');
      bytes += row.bytes.length;
      const fits = bytes <= most || batch.length === 0;
      if (fits) batch.push(row);
      else this.#pending = row;
      return fits && batch.length < batchSize;
    };
    const pending = this.#pending;
    this.#pending = undefined;
    const hasRoom = batchSize > 0 && (!pending || add(pending));
    const ended = hasRoom && (await visitAll(this.#rows, this.#limit, add));
    this.#limit.stop();
    return { batch, ended };
  }
}

export interface BatchOptions {
  readonly batchSize: number | undefined;
  readonly singleBatch?: boolean;
  /** The time limit of the command that opens the cursor: all batches share it. */
  readonly limit: TimeLimit;
}

const reply = (id: bigint, ns: string, batch: Row[], name: string): Doc =>
  doc({ cursor: doc({ [name]: batch, id, ns }), ok: 1 });

/** The results that clients have not read to the end. */
export class CursorTable {
  readonly #cursors = new Map<bigint, Cursor>();
  #lastId = BigInt(Date.now()) << 16n;

  /** The first batch of a new cursor, as a reply. */
  async open(
    namespace: string,
    rows: Rows,
    { batchSize = firstBatchSize, singleBatch = false, limit }: BatchOptions,
  ): Promise<Doc> {
    const cursor = new Cursor(namespace, rows, limit);
    const { batch, ended } = await cursor.next(batchSize, singleBatch ? maxBatchBytes : enoughBytes);
    const id = ended || singleBatch ? 0n : ++this.#lastId;
    if (id !== 0n && this.#cursors.size >= maxCursors) refuse('ExceededMemoryLimit', 'too many open cursors');
    if (id !== 0n) this.#cursors.set(id, cursor);
    return reply(id, namespace, batch, 'firstBatch');
  }

  /** The next batch, as a reply. @throws MongoError CursorNotFound */
  async more(id: bigint, namespace: string, batchSize = 0): Promise<Doc> {
    const cursor = this.#find(id, namespace) ?? refuse('CursorNotFound', `cursor id ${id} not found`);
    this.#cursors.delete(id);
    const { batch, ended } = await cursor.next(batchSize || Infinity);
    if (!ended) this.#cursors.set(id, cursor);
    return reply(ended ? 0n : id, namespace, batch, 'nextBatch');
  }

  /** Ends a cursor. @returns false if there was none */
  kill(id: bigint, namespace: string): boolean {
    return this.#find(id, namespace) !== undefined && this.#cursors.delete(id);
  }

  /** Ends the cursors that no client has used for ten minutes. */
  expire(): void {
    for (const [id, { isIdle }] of this.#cursors) if (isIdle) this.#cursors.delete(id);
  }

  #find(id: bigint, namespace: string): Cursor | undefined {
    const cursor = this.#cursors.get(id);
    return cursor?.namespace === namespace ? cursor : undefined;
  }
}
