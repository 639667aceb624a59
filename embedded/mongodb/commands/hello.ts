import { type Command, type Server } from '../command.ts';
import { maxMessageSize } from '../wire.ts';
import { sessionMinutes } from '../retry.ts';
import { Opaque, bsonType, dateValue, doc, type Doc } from '../value.ts';

/** The version whose commands are spoken. */
const version = '7.0.0';
const versionArray = [7, 0, 0, 0];
const maxWireVersion = 21;
const electionId = new Opaque(bsonType.objectId, Buffer.from('7fffffff0000000000000001', 'hex'));

/**
 * Answers as the only member of a replica set, so that clients retry their writes as they would in production.
 * Without a topology version they ask again instead of waiting for changes.
 */
export function hello({ name, body }: Command, server: Server): Doc {
  const me = server.address;
  return doc({
    helloOk: body.get('helloOk') === true ? true : undefined,
    [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
    secondary: false,
    setName: 'embedded',
    setVersion: 1,
    electionId,
    hosts: [me],
    me,
    primary: me,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: maxMessageSize,
    maxWriteBatchSize: 100_000,
    localTime: dateValue(Date.now()),
    logicalSessionTimeoutMinutes: sessionMinutes,
    minWireVersion: 0,
    maxWireVersion,
    readOnly: false,
    ok: 1,
  });
}

export const ping = (): Doc => doc({ ok: 1 });

export const buildInfo = (): Doc =>
  doc({
    version,
    gitVersion: 'embedded',
    versionArray,
    modules: ['embedded'],
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16 * 1024 * 1024,
    storageEngines: ['lmdb'],
    ok: 1,
  });
