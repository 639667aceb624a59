import {
  type AnyBulkWriteOperation,
  BSON,
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoServerError,
} from 'mongodb';
import { coalesce } from '../async/coalesce.ts';
import { err, ok, type Result } from '../domain/result.ts';

const duplicateKey = 11_000;

/** Whether an operation took place; false if a document with its key exists already. */
type Written = Result<boolean, unknown>;

/**
 * Returns a function that writes single documents: operations that arrive while a command is in progress
 * share the next command, whatever their documents. They must not depend on each other's order.
 * @returns a function that returns false if a document with the same key exists already
 */
export function coalesceWrites<T extends Document>(
  collection: Collection<T>,
): (operation: AnyBulkWriteOperation<T>) => Promise<boolean> {
  type Operation = AnyBulkWriteOperation<T>;

  async function writeAll(operations: readonly Operation[]): Promise<(operation: Operation) => Written> {
    try {
      await collection.bulkWrite([...operations], { ordered: false });
      return () => ok(true);
    } catch (error) {
      if (isUnsendable(error) && operations.length > 1) return writeEach(operations);
      const outcomes = outcomesOf(error, operations);
      return (operation) => outcomes.get(operation) ?? ok(true);
    }
  }

  /** The driver sends nothing of a batch if one of its operations cannot be sent. */
  async function writeEach(operations: readonly Operation[]) {
    const writes = operations.map(async (one) => [one, (await writeAll([one]))(one)] as const);
    const outcomes = new Map(await Promise.all(writes));
    return (operation: Operation) => outcomes.get(operation) ?? ok(true);
  }

  const write = coalesce<Operation, Written>((_, operations) => writeAll(operations));
  return async (operation) => {
    const written = await write('', operation);
    if (!written.ok) throw written.error;
    return written.value;
  };
}

/**
 * Returns the outcomes of the failed operations: of all operations if the error names none, or if the
 * majority did not acknowledge the batch.
 */
function outcomesOf<T extends Document>(
  error: unknown,
  operations: readonly AnyBulkWriteOperation<T>[],
): ReadonlyMap<AnyBulkWriteOperation<T>, Written> {
  const failed = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const isUnknown = !(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError();
  const outcomes = new Map<AnyBulkWriteOperation<T>, Written>();
  if (isUnknown || failed.length === 0) for (const one of operations) outcomes.set(one, err(error));
  for (const failure of failed) {
    const operation = operations[failure.index];
    if (operation)
      outcomes.set(
        operation,
        failure.code === duplicateKey
          ? ok(false)
          : err(new MongoServerError({ message: failure.errmsg ?? 'refused', code: failure.code })),
      );
  }
  return outcomes;
}

/** Whether an operation cannot be sent at all, for example because its document is too large. */
const isUnsendable = (error: unknown): boolean =>
  error instanceof MongoInvalidArgumentError ||
  error instanceof RangeError ||
  error instanceof BSON.BSONError;
