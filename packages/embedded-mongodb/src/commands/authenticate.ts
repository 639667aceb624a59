import { document, flag, text, whole } from '../arguments.ts';
import { type Access, userDatabase } from '../authentication/access.ts';
import { beginScram } from '../authentication/scram.ts';
import { allow, type Client, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { bsonType, type Doc, doc, Opaque } from '../wire/value.ts';

const mechanism = 'SCRAM-SHA-256';
/** A connection has one authentication at a time. */
const conversationId = 1;
const genericSubtype = 0;

/** The commands that a client may send before it has authenticated. */
const open: ReadonlySet<string> = new Set(
  'hello isMaster ismaster ping buildInfo buildinfo connectionStatus endSessions saslStart saslContinue'.split(
    ' ',
  ),
);

/** @throws MongoError if the command needs an authenticated user and the client has none */
export function checkAccess(name: string, access: Access, { login }: Client): void {
  if (access.required && login.user === undefined && !open.has(name))
    refuse('Unauthorized', `command ${name} requires authentication`);
}

/** Returns the mechanisms of a user whom a `hello` names as `database.user`. */
export function mechanismsOf(body: Doc, access: Access): string[] | undefined {
  const asked = body.get('saslSupportedMechs');
  if (typeof asked !== 'string') return undefined;
  const [database, ...name] = asked.split('.');
  return access.required && database === userDatabase && access.isUser(name.join('.'))
    ? [mechanism]
    : undefined;
}

/** Begins an authentication. */
export function saslStart(command: Command, { access }: Server, { login }: Client): Doc {
  allow(command, 'mechanism', 'payload', 'options', 'autoAuthorize');
  const { body, database } = command;
  if (!access.required) refuse('AuthenticationFailed', 'this server has no users');
  if (text(body, 'mechanism') !== mechanism)
    refuse(
      'MechanismUnavailable',
      `Unsupported mechanism '${text(body, 'mechanism')}' on authentication database '${database}'`,
    );
  const conversation = beginScram(payloadOf(body), access.passwordOf);
  if (!conversation || database !== userDatabase) return fail(login);
  const skipsEmptyExchange = flag(document(body, 'options'), 'skipEmptyExchange');
  login.user = undefined;
  login.conversation = { ...conversation, skipsEmptyExchange };
  return reply(conversation.challenge, false);
}

/** Checks the client's proof, and after it an empty message, unless the client skips that exchange. */
export function saslContinue(command: Command, server: Server, { login }: Client): Doc {
  allow(command, 'conversationId', 'payload');
  const { body } = command;
  const { conversation, user } = login;
  if (!conversation || whole(body, 'conversationId') !== conversationId) return fail(login);
  if (user !== undefined) {
    login.conversation = undefined;
    return payloadOf(body) === '' ? reply('', true) : fail(login);
  }
  const signature = conversation.finish(payloadOf(body));
  if (signature === null || !server.access.isUser(conversation.user)) return fail(login);
  login.user = conversation.user;
  if (conversation.skipsEmptyExchange) login.conversation = undefined;
  return reply(signature, conversation.skipsEmptyExchange);
}

/** Ends an authentication. The message does not tell an unknown user from a wrong password. */
function fail(login: Client['login']): never {
  login.conversation = undefined;
  login.user = undefined;
  return refuse('AuthenticationFailed', 'Authentication failed.');
}

const reply = (payload: string, done: boolean): Doc =>
  doc({ conversationId, done, payload: binaryOf(payload), ok: 1 });

function binaryOf(payload: string): Opaque {
  const bytes = Buffer.from(payload);
  const header = Buffer.alloc(5);
  header.writeInt32LE(bytes.length);
  header.writeUInt8(genericSubtype, 4);
  return new Opaque(bsonType.binary, Buffer.concat([header, bytes]));
}

/** Returns the text in a binary argument. */
function payloadOf(body: Doc): string {
  const payload = body.get('payload');
  if (!(payload instanceof Opaque) || payload.type !== bsonType.binary)
    return refuse('TypeMismatch', "BSON field 'payload' is the wrong type, expected binData");
  return payload.bytes.subarray(5).toString();
}
