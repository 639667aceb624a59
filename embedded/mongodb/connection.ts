import { type Socket } from 'node:net';
import { runCommand, errorReply } from './commands/registry.ts';
import { type Server } from './command.ts';
import { MongoError } from './error.ts';
import { commandName, messageSize, parseMessage, replyMessage, requestId } from './wire.ts';

/** A message that has begun has to be complete within this time. */
const messageLimitMs = 60_000;

/** Bytes of unfinished messages and of answers that nobody reads, of all connections; with more, one has to go. */
const maxHeld = 256 * 1024 * 1024;
let held = 0;

function hold(bytes: number): void {
  held += bytes;
  if (bytes > 0 && held > maxHeld) throw new Error('too much is held for clients that do not go on');
}

/**
 * Serves one client: its commands one after the other. Anything that is no message ends the connection.
 * @returns when the connection is over
 */
export async function serve(socket: Socket, server: Server): Promise<void> {
  socket.setNoDelay(true);
  try {
    for await (const message of messages(socket)) await answer(message, socket, server);
  } catch {
    // The client has gone, or sent what is no message: either way there is nobody to tell.
  } finally {
    socket.destroy();
  }
}

async function answer(message: Buffer, socket: Socket, server: Server): Promise<void> {
  const reply = await replyTo(message, server);
  if (reply === undefined || socket.write(reply)) return;
  try {
    hold(reply.length);
    await new Promise<void>((resolve) => {
      socket.once('drain', resolve);
      socket.once('close', () => resolve());
    });
  } finally {
    hold(-reply.length);
  }
}

async function replyTo(message: Buffer, server: Server): Promise<Buffer | undefined> {
  try {
    const request = parseMessage(message);
    const reply = await runCommand(commandName(request.command), request.command, server);
    return request.silent ? undefined : replyMessage(request, reply);
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
    return replyMessage({ id: requestId(message), legacy: false }, errorReply(error));
  }
}

/** Cuts what arrives into whole messages. */
async function* messages(socket: Socket): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const chunk of socket) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a socket without an encoding gives buffers');
      chunks.push(chunk);
      length += chunk.length;
      hold(chunk.length);
      let size = messageSize(headOf(chunks));
      while (size !== undefined && length >= size) {
        const bytes: Buffer = chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks);
        length -= size;
        hold(-size);
        yield bytes.subarray(0, size);
        chunks = length > 0 ? [bytes.subarray(size)] : [];
        size = messageSize(headOf(chunks));
      }
      clearTimeout(timer);
      if (length > 0) timer = setTimeout(() => socket.destroy(), messageLimitMs);
    }
  } finally {
    hold(-length);
    clearTimeout(timer);
  }
}

const headOf = (chunks: readonly Buffer[]): Buffer => {
  const [first] = chunks;
  if (first && (first.length >= 4 || chunks.length === 1)) return first;
  return Buffer.concat(chunks).subarray(0, 4);
};
