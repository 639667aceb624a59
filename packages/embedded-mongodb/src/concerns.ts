import type { Sync } from '../../embedded-server/src/journal/journal-file.ts';
import { allowFields } from './arguments.ts';
import type { Clock } from './clock.ts';
import { refuse } from './error.ts';
import { bsonType, isDoc, numeric, Opaque, type Value } from './wire/value.ts';

const levels: readonly unknown[] = ['local', 'available', 'majority', 'linearizable'];

/**
 * Checks a read concern. The only member of a set has what a majority has, so that its levels are all the same.
 * @throws MongoError for a snapshot and for what is malformed
 */
export function checkReadConcern(concern: Value | undefined, clock: Clock): void {
  if (concern === undefined) return;
  if (!isDoc(concern))
    return refuse('TypeMismatch', "BSON field 'readConcern' is the wrong type, expected object");
  allowFields('readConcern', concern, ['level', 'afterClusterTime', 'provenance']);
  const level = concern.get('level');
  if (level === 'snapshot')
    refuse('InvalidOptions', 'the read concern snapshot is not supported by this server');
  if (level !== undefined && !levels.includes(level))
    refuse('BadValue', "the value of the field 'readConcern.level' is not a valid one");
  const after = concern.get('afterClusterTime');
  if (after === undefined) return;
  if (!(after instanceof Opaque) || after.type !== bsonType.timestamp)
    return refuse(
      'TypeMismatch',
      "BSON field 'readConcern.afterClusterTime' is the wrong type, expected timestamp",
    );
  clock.waitFor(after.bytes.readBigUInt64LE());
}

const writeConcernFields = ['w', 'j', 'wtimeout', 'fsync', 'provenance'];

/**
 * When a write is answered: with `j: false` before it is on disk.
 * @throws MongoError for more members than there are, and for what is malformed
 */
export function syncOf(concern: Value | undefined): Sync {
  if (concern === undefined) return 'now';
  if (!isDoc(concern))
    return refuse('TypeMismatch', "BSON field 'writeConcern' is the wrong type, expected object");
  allowFields('writeConcern', concern, writeConcernFields);
  const nodes = concern.get('w') ?? 1;
  const j = concern.get('j');
  if (j !== undefined && typeof j !== 'boolean' && numeric(j) === undefined)
    refuse('TypeMismatch', "BSON field 'writeConcern.j' is the wrong type, expected bool");
  const wtimeout = concern.get('wtimeout');
  if (wtimeout !== undefined && numeric(wtimeout) === undefined)
    refuse('TypeMismatch', "BSON field 'writeConcern.wtimeout' is the wrong type, expected number");
  checkNodes(nodes);
  // A majority has it in its journals.
  return j === false && nodes !== 'majority' ? 'soon' : 'now';
}

function checkNodes(nodes: Value): void {
  if (typeof nodes === 'string') {
    if (nodes !== 'majority')
      refuse(
        'UnknownReplWriteConcern',
        `No write concern mode named '${nodes}' found in replica set configuration`,
      );
    return;
  }
  const count = numeric(nodes);
  if (count === undefined || !Number.isInteger(Number(count)) || count < 0 || count > 50)
    return refuse('FailedToParse', "w has to be a whole number from 0 to 50, or 'majority'");
  if (count > 1) refuse('UnsatisfiableWriteConcern', 'this server is the only member of its replica set');
}
