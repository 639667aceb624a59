/**
 * Loaded into a service by `node --import`: ends its process by SIGKILL as soon as a request reaches the instant that
 * KILL_AT names.
 */
import { ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { isMainThread } from 'node:worker_threads';
import { type AnyBulkWriteOperation, Collection } from 'mongodb';

const killAt = process.env['KILL_AT'];

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

/** The append of a request: it names the type of the event. */
function plantBeforeAppend(): void {
  Duplex.prototype.write = new Proxy(Duplex.prototype.write, {
    apply(write, stream: unknown, args: readonly unknown[]): unknown {
      const [chunk] = args;
      const bytes = chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
      if (bytes.includes('SubmissionCreated') || bytes.includes('FormDetailsChanged')) void die();
      return Reflect.apply(write, stream, args);
    },
  });
}

const isReply = (operation: AnyBulkWriteOperation): boolean =>
  'updateOne' in operation && JSON.stringify(operation.updateOne.update).includes('"reply"');

function plantAtReply(isBefore: boolean): void {
  const bulkWrite = Collection.prototype.bulkWrite;
  Collection.prototype.bulkWrite = async function (operations, options) {
    const isPlanted = this.collectionName === '_replies' && operations.some(isReply);
    if (isPlanted && isBefore) await die();
    const written = await bulkWrite.call(this, operations, options);
    if (isPlanted) await die();
    return written;
  };
}

function plantBeforeAnswer(): void {
  ServerResponse.prototype.writeHead = new Proxy(ServerResponse.prototype.writeHead, {
    apply(writeHead, response: unknown, args: readonly unknown[]): unknown {
      if (args[0] === 201) void die();
      return Reflect.apply(writeHead, response, args);
    },
  });
}

// The embedded stores run in other threads.
if (isMainThread) {
  if (killAt === 'before its append') plantBeforeAppend();
  if (killAt === 'before its answer is stored') plantAtReply(true);
  if (killAt === 'after its answer was stored') plantAtReply(false);
  if (killAt === 'before its answer is sent') plantBeforeAnswer();
}
