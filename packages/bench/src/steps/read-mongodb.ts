import { deserialize } from 'bson';
import type { StoreCounts } from './counts.ts';
import type { Reader } from './tap.ts';

const headerBytes = 16;
const opMsg = 2013;
/** Where the sections of an OP_MSG begin: after the header and the flags. */
const sectionsAt = headerBytes + 4;

/** The commands of the driver's own upkeep, which go on whatever the service does. */
const upkeep = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions', 'saslStart', 'saslContinue']);

/** Counts the commands on a connection to MongoDB, and the documents that they write. */
export function countMongoDb(counts: StoreCounts): Reader {
  let unread: Buffer = Buffer.alloc(0);
  return (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    while (unread.length >= headerBytes) {
      const length = unread.readInt32LE(0);
      if (unread.length < length) return;
      if (unread.readInt32LE(12) === opMsg) countCommand(unread.subarray(0, length), counts);
      unread = unread.subarray(length);
    }
  };
}

function countCommand(message: Buffer, counts: StoreCounts): void {
  const { command, documents } = sectionsOf(message);
  const name = Object.keys(command)[0] ?? '';
  if (upkeep.has(name)) return;
  counts.commands += 1;
  if (name === 'findAndModify') counts.writes += 1;
  for (const list of ['documents', 'updates', 'deletes']) {
    const inBody: unknown = command[list];
    counts.writes += documents.get(list) ?? (Array.isArray(inBody) ? inBody.length : 0);
  }
}

/** Returns the body of an OP_MSG, and the number of documents of each of its sequences. */
function sectionsOf(message: Buffer) {
  let command: Readonly<Record<string, unknown>> = {};
  const documents = new Map<string, number>();
  for (let at = sectionsAt; at < message.length;) {
    const isSequence = message[at] === 1;
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (isSequence) {
      const nameEnd = section.indexOf(0, 4);
      documents.set(section.toString('utf8', 4, nameEnd), countDocuments(section.subarray(nameEnd + 1)));
    } else command = deserialize(section);
    at += 1 + size;
  }
  return { command, documents };
}

function countDocuments(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at)) count += 1;
  return count;
}
