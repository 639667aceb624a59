import type { Sync } from '../../embedded-server/src/journal/journal-file.ts';
import { anyValue, flagOr, mistyped, readFields } from './arguments.ts';
import type { Clock } from './clock.ts';
import { refuse } from './error.ts';
import { bsonType, isDoc, numeric, Opaque, type Value } from './wire/value.ts';

const levels: readonly unknown[] = ['local', 'available', 'majority', 'linearizable'];

/**
 * Checks a read concern. The server is the only member of its set and so the majority: all levels read the same.
 * @throws MongoError for a snapshot and for a malformed concern
 */
export function checkReadConcern(concern: Value | undefined, clock: Clock): void {
  if (concern === undefined) return;
  if (!isDoc(concern)) return mistyped('readConcern', 'object');
  const readers = { level: anyValue, afterClusterTime: anyValue, provenance: anyValue };
  const { level, afterClusterTime } = readFields('readConcern', concern, readers);
  if (level === 'snapshot')
    refuse('InvalidOptions', 'the read concern snapshot is not supported by this server');
  if (level !== undefined && !levels.includes(level))
    refuse('BadValue', "the value of the field 'readConcern.level' is not a valid one");
  if (afterClusterTime === undefined) return;
  if (!(afterClusterTime instanceof Opaque) || afterClusterTime.type !== bsonType.timestamp)
    return mistyped('readConcern.afterClusterTime', 'timestamp');
  clock.waitFor(afterClusterTime.bytes.readBigUInt64LE());
}

const writeConcern = {
  w: anyValue,
  j: flagOr(true),
  wtimeout: anyValue,
  fsync: anyValue,
  provenance: anyValue,
};

/**
 * When a write is answered: with `j: false` before it is on disk.
 * @throws MongoError for more members than there are, and for a malformed concern
 */
export function syncOf(concern: Value | undefined): Sync {
  if (concern === undefined) return 'now';
  if (!isDoc(concern)) return mistyped('writeConcern', 'object');
  const { w, j, wtimeout } = readFields('writeConcern', concern, writeConcern);
  if (wtimeout !== undefined && numeric(wtimeout) === undefined) mistyped('writeConcern.wtimeout', 'number');
  checkNodes(w ?? 1);
  // A majority has the write in its journals.
  return !j && w !== 'majority' ? 'soon' : 'now';
}

function checkNodes(nodes: Value): void {
  if (nodes === 'majority') return;
  if (typeof nodes === 'string')
    refuse(
      'UnknownReplWriteConcern',
      `No write concern mode named '${nodes}' found in replica set configuration`,
    );
  const count = numeric(nodes);
  if (count === undefined || !Number.isInteger(Number(count)) || count < 0 || count > 50)
    return refuse('FailedToParse', "w has to be a whole number from 0 to 50, or 'majority'");
  if (count > 1) refuse('UnsatisfiableWriteConcern', 'this server is the only member of its replica set');
}
