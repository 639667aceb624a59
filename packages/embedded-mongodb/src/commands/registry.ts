import { type Client, type Handler, readCommand, type Server } from '../command.ts';
import { errorFields, MongoError, refuse } from '../error.ts';
import { inTurn } from '../retry.ts';
import { type Doc, doc } from '../wire/value.ts';
import { aggregate } from './aggregate.ts';
import { checkAccess, saslContinue, saslStart } from './authenticate.ts';
import * as collections from './collections.ts';
import { count, distinct } from './count.ts';
import { explain } from './explain.ts';
import { find, getMore, killCursors } from './find.ts';
import { findAndModify } from './find-and-modify.ts';
import { buildInfo, connectionStatus, getParameter, hello, hostInfo, ping } from './hello.ts';
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import * as stats from './stats.ts';
import { insert, remove, update } from './write.ts';

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['hello', hello],
  ['isMaster', hello],
  ['ismaster', hello],
  ['ping', ping],
  ['saslStart', saslStart],
  ['saslContinue', saslContinue],
  ['buildInfo', buildInfo],
  ['buildinfo', buildInfo],
  ['endSessions', ping],
  ['insert', insert],
  ['update', update],
  ['delete', remove],
  ['find', find],
  ['getMore', getMore],
  ['killCursors', killCursors],
  ['findAndModify', findAndModify],
  ['findandmodify', findAndModify],
  ['count', count],
  ['distinct', distinct],
  ['aggregate', aggregate],
  ['explain', explain],
  ['create', collections.create],
  ['drop', collections.drop],
  ['dropDatabase', collections.dropDatabase],
  ['compact', collections.compact],
  ['listCollections', collections.listCollections],
  ['listDatabases', collections.listDatabases],
  ['collStats', stats.collStats],
  ['dbStats', stats.dbStats],
  ['createIndexes', createIndexes],
  ['dropIndexes', dropIndexes],
  ['listIndexes', listIndexes],
  ['connectionStatus', connectionStatus],
  ['hostInfo', hostInfo],
  ['getParameter', getParameter],
]);

/** Commands that move the time of the set on. */
const writes: ReadonlySet<string> = new Set(
  'insert update delete findAndModify findandmodify create drop dropDatabase createIndexes dropIndexes'.split(
    ' ',
  ),
);

/** Runs a command. A refusal or an unexpected error is a reply, too, and does not end the server. */
export async function runCommand(name: string, body: Doc, server: Server, client: Client): Promise<Doc> {
  const reply = await answerTo(name, body, server, client).catch(errorReply);
  if (writes.has(name)) server.clock.tick();
  for (const [field, value] of server.clock.stamps()) reply.set(field, value);
  return reply;
}

async function answerTo(name: string, body: Doc, server: Server, client: Client): Promise<Doc> {
  const handler = handlers.get(name) ?? refuse('CommandNotFound', `no such command: '${name}'`);
  checkAccess(name, server.access, client);
  return inTurn(body, async () => handler(readCommand(name, body, server), server, client));
}

/** A refusal as a reply; any other error is reported as an internal error. */
export function errorReply(error: unknown): Doc {
  const refusal = error instanceof MongoError ? error : new MongoError('InternalError', String(error));
  return new Map([...doc({ ok: 0 }), ...errorFields(refusal)]);
}
