import { cpus, hostname, totalmem, type as osType } from 'node:os';
import { anyValue, document, whole } from '../arguments.ts';
import { userDatabase } from '../authentication/access.ts';
import { argumentsOf, type Client, type Command, noArguments, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { equal } from '../query/compare.ts';
import { sessionMinutes } from '../retry.ts';
import { maxMessageSize } from '../wire/messages.ts';
import { bsonType, dateValue, type Doc, doc, Opaque } from '../wire/value.ts';
import { mechanismsOf } from './authenticate.ts';

/** The version of MongoDB whose commands are answered. */
const version = '7.0.0';
const versionArray = [7, 0, 0, 0];
const maxWireVersion = 21;
const maxBsonObjectSize = 16 * 1024 * 1024;
const electionId = new Opaque(bsonType.objectId, Buffer.from('7fffffff0000000000000001', 'hex'));

/**
 * Answers as the only member of a replica set, so that clients retry their writes as they would in production. A client
 * that already knows this server waits for a change until its time is over; there never is one.
 */
export async function hello({ name, body }: Command, server: Server, client: Client): Promise<Doc> {
  const me = server.address;
  if (body.has('maxAwaitTimeMS') !== body.has('topologyVersion'))
    refuse(31368, "A request with 'maxAwaitTimeMS' must include a 'topologyVersion', and the reverse");
  if (isWaiting(body) && equal(document(body, 'topologyVersion', name), server.topologyVersion))
    await client.wait(whole(body, 'maxAwaitTimeMS', name));
  return doc({
    helloOk: body.get('helloOk') === true ? true : undefined,
    [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
    topologyVersion: server.topologyVersion,
    secondary: false,
    setName: 'embedded',
    setVersion: 1,
    electionId,
    hosts: [me],
    me,
    primary: me,
    maxBsonObjectSize,
    maxMessageSizeBytes: maxMessageSize,
    maxWriteBatchSize: 100_000,
    localTime: dateValue(Date.now()),
    logicalSessionTimeoutMinutes: sessionMinutes,
    connectionId: client.id,
    minWireVersion: 0,
    maxWireVersion,
    readOnly: false,
    saslSupportedMechs: mechanismsOf(body, server.access),
    ok: 1,
  });
}

/** Whether a hello waits for a change of the server. */
export const isWaiting = (body: Doc): boolean => body.has('maxAwaitTimeMS') && body.has('topologyVersion');

export const ping = (): Doc => doc({ ok: 1 });

export function buildInfo(command: Command): Doc {
  noArguments(command);
  const kind = {
    gitVersion: 'embedded',
    modules: ['embedded'],
    storageEngines: ['lmdb'],
    bits: 64,
    debug: false,
  };
  return doc({ version, versionArray, ...kind, maxBsonObjectSize, ok: 1 });
}

export function connectionStatus(command: Command, server: Server, { login: { user } }: Client): Doc {
  argumentsOf(command, { showPrivileges: anyValue });
  const authenticatedUsers = user === undefined ? [] : [doc({ user, db: userDatabase })];
  const info = { authenticatedUsers, authenticatedUserRoles: [], authenticatedUserPrivileges: [] };
  return doc({ authInfo: doc(info), ok: 1 });
}

export function hostInfo(command: Command): Doc {
  noArguments(command);
  const memSizeMB = Math.floor(totalmem() / 1024 / 1024);
  const system = {
    hostname: hostname(),
    numCores: cpus().length,
    memSizeMB,
    currentTime: dateValue(Date.now()),
  };
  return doc({ system: doc(system), os: doc({ type: osType() }), ok: 1 });
}

/** Answers the only parameter. */
export function getParameter({ body }: Command): Doc {
  const featureCompatibilityVersion = doc({ version: '7.0' });
  return body.has('featureCompatibilityVersion') || body.get('getParameter') === '*'
    ? doc({ featureCompatibilityVersion, ok: 1 })
    : refuse('InvalidOptions', 'no option found to get');
}
