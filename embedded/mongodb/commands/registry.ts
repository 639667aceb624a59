import { MongoError, refuse } from '../error.ts';
import { readCommand, type Handler, type Reply, type Server } from '../command.ts';
import { doc, type Doc } from '../value.ts';
import { aggregate, distinct } from './aggregate.ts';
import * as collections from './collections.ts';
import { explain } from './explain.ts';
import { count, find, getMore, killCursors } from './find.ts';
import { findAndModify } from './find-and-modify.ts';
import { buildInfo, hello, ping } from './hello.ts';
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import * as small from './small.ts';
import { errorFields, insert, remove, update } from './write.ts';

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['hello', hello],
  ['isMaster', hello],
  ['ismaster', hello],
  ['ping', ping],
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
  ['collStats', collections.collStats],
  ['collstats', collections.collStats],
  ['dbStats', collections.dbStats],
  ['dbstats', collections.dbStats],
  ['createIndexes', createIndexes],
  ['dropIndexes', dropIndexes],
  ['listIndexes', listIndexes],
  ['connectionStatus', small.connectionStatus],
  ['hostInfo', small.hostInfo],
  ['getParameter', small.getParameter],
  ['getCmdLineOpts', small.getCmdLineOpts],
  ['serverStatus', small.serverStatus],
  ['whatsmyuri', small.whatsMyUri],
]);

/** Runs a command; a refusal is a reply too, and nothing that goes wrong ends the server. */
export async function runCommand(name: string, body: Doc, server: Server): Promise<Reply> {
  try {
    const handler = handlers.get(name) ?? refuse('CommandNotFound', `no such command: '${name}'`);
    return await handler(readCommand(name, body), server);
  } catch (error) {
    return errorReply(error);
  }
}

/** A refusal as a reply; anything else is reported as an internal error. */
export function errorReply(error: unknown): Doc {
  const refusal = error instanceof MongoError ? error : new MongoError('InternalError', String(error));
  return new Map([...doc({ ok: 0 }), ...errorFields(refusal)]);
}
