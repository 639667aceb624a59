import { once } from 'node:events';
import { type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type Server } from './command.ts';
import { isWaiting } from './commands/hello.ts';
import { errorReply, runCommand } from './commands/registry.ts';
import { MongoError } from './error.ts';
import {
  commandName,
  idOf,
  maxMessageBeforeLogin,
  maxMessageSize,
  messageSize,
  parseMessage,
  replyMessage,
} from './wire/messages.ts';

/** A message that has begun has to be complete within this time. */
const messageLimitMs = 60_000;

/** Bytes of unfinished messages and unread replies of all connections. Beyond this, the server closes a connection. */
const maxHeldBytes = 256 * 1024 * 1024;
/** A client that holds no more than this is never closed: a flood must not turn away well-behaved clients. */
const fairShare = 64 * 1024;
/** What a chunk takes beside its bytes. */
const chunkOverhead = 256;
let heldBytes = 0;

/** Counts the bytes held for one connection. Call the function with the present number of bytes. */
function holding(): (bytes: number) => void {
  let clientBytes = 0;
  return (bytes) => {
    heldBytes += bytes - clientBytes;
    clientBytes = bytes;
    if (heldBytes > maxHeldBytes && clientBytes > fairShare)
      throw new Error('too much is held for clients that do not go on');
  };
}

/**
 * Serves one client: its commands one after the other. Anything that is no message ends the connection.
 * @returns when the connection is over
 */
export async function serve(socket: Socket, server: Server): Promise<void> {
  socket.setNoDelay(true);
  const closing = new AbortController();
  socket.once('close', () => closing.abort());
  try {
    const client = openClient(closing.signal);
    // Limits the memory that clients can occupy before they log in.
    const longest = (): number =>
      server.access.required && client.login.user === undefined ? maxMessageBeforeLogin : maxMessageSize;
    for await (const message of messages(socket, longest))
      for await (const reply of repliesTo(message, server, client)) await send(reply, socket, closing.signal);
  } catch {
    // The client has gone, or sent bytes that are not a message: there is no client left to answer.
  } finally {
    socket.destroy();
  }
}

let clients = 0;

const openClient = (closed: AbortSignal): Client => ({
  id: ++clients,
  login: { user: undefined, conversation: undefined },
  wait: (ms) => delay(ms, undefined, { signal: closed, ref: false }).catch(() => undefined),
});

/** Resolves when the client has taken enough of the reply; rejects when the connection is closed. */
async function send(reply: Buffer, socket: Socket, closed: AbortSignal): Promise<void> {
  if (socket.destroyed) throw new Error('the connection was closed');
  if (socket.write(reply)) return;
  const hold = holding();
  try {
    hold(reply.length);
    await once(socket, 'drain', { signal: closed });
  } finally {
    hold(0);
  }
}

/**
 * The reply to a message. A hello that follows this server gets one reply after another: each stands for a hello from a
 * client that knows the topology of the reply before. The first refusal is the last reply.
 */
async function* repliesTo(message: Buffer, server: Server, client: Client): AsyncGenerator<Buffer> {
  try {
    const request = parseMessage(message);
    const name = commandName(request.command);
    const isFollowed = request.takesMore && name === 'hello' && isWaiting(request.command);
    let { id } = request;
    for (let hasMore = true; hasMore;) {
      const body = await runCommand(name, request.command, server, client);
      hasMore = isFollowed && body.get('ok') === 1;
      const reply = replyMessage({ ...request, id }, body, hasMore);
      if (!request.silent) yield reply;
      id = idOf(reply);
      if (hasMore) request.command.set('topologyVersion', server.topologyVersion);
    }
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
    yield replyMessage({ id: idOf(message), legacy: false }, errorReply(error));
  }
}

/** Cuts what arrives into whole messages. @param longest tells the most bytes of the message at hand */
async function* messages(socket: Socket, longest: () => number): AsyncGenerator<Buffer> {
  const hold = holding();
  let chunks: Buffer[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const joined = (): Buffer => {
    const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    chunks = [bytes];
    return bytes;
  };
  /** The size of the message at hand; a length that came in pieces is put together once. */
  const nextSize = (): number | undefined => {
    const [first] = chunks;
    return messageSize(first && first.length >= 4 ? first : joined(), longest());
  };
  try {
    for await (const chunk of socket) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a socket without an encoding gives buffers');
      chunks.push(chunk);
      length += chunk.length;
      for (let size = nextSize(); size !== undefined && length >= size; size = nextSize()) {
        const bytes = joined();
        length -= size;
        chunks = length > 0 ? [bytes.subarray(size)] : [];
        hold(length);
        clearTimeout(timer);
        timer = undefined;
        yield bytes.subarray(0, size);
      }
      hold(length + chunks.length * chunkOverhead);
      if (length > 0) timer ??= setTimeout(() => socket.destroy(), messageLimitMs);
    }
  } finally {
    hold(0);
    clearTimeout(timer);
  }
}
