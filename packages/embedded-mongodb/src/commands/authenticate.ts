import { anyValue, document, flag, mistyped, type Reader, text, whole } from '../arguments.ts';
import { type Access, userDatabase } from '../authentication/access.ts';
import { beginScram } from '../authentication/scram.ts';
import { argumentsOf, type Client, type Command, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { bsonType, type Doc, doc, Opaque } from '../wire/value.ts';

const mechanism = 'SCRAM-SHA-256';
/** A connection has one authentication at a time. */
const conversationId = 1;
const genericSubtype = 0;

/** The text in a binary argument. */
const payload: Reader<string> = (fields, name) => {
  const value = fields.get(name);
  return value instanceof Opaque && value.type === bsonType.binary
    ? value.bytes.subarray(5).toString()
    : mistyped(name, 'binData');
};

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

/** The mechanisms of a user in a `hello`, such as `admin.name`. */
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
  if (!access.required) refuse('AuthenticationFailed', 'this server has no users');
  const asked = argumentsOf(command, {
    mechanism: text,
    payload,
    options: document,
    autoAuthorize: anyValue,
  });
  const { database } = command;
  if (asked.mechanism !== mechanism)
    refuse(
      'MechanismUnavailable',
      `Unsupported mechanism '${asked.mechanism}' on authentication database '${database}'`,
    );
  const conversation = beginScram(asked.payload, access.passwordOf);
  if (!conversation || database !== userDatabase) return fail(login);
  const skipsEmptyExchange = flag(asked.options, 'skipEmptyExchange', 'options');
  login.user = undefined;
  login.conversation = { ...conversation, skipsEmptyExchange };
  return reply(conversation.challenge, false);
}

/** Checks the client's proof, and after it an empty message, unless the client skips that exchange. */
export function saslContinue(command: Command, server: Server, { login }: Client): Doc {
  const asked = argumentsOf(command, { conversationId: whole, payload });
  const { conversation, user } = login;
  if (!conversation || asked.conversationId !== conversationId) return fail(login);
  if (user !== undefined) {
    login.conversation = undefined;
    return asked.payload === '' ? reply('', true) : fail(login);
  }
  const signature = conversation.finish(asked.payload);
  if (signature === null || !server.access.isUser(conversation.user)) return fail(login);
  login.user = conversation.user;
  if (conversation.skipsEmptyExchange) login.conversation = undefined;
  return reply(signature, conversation.skipsEmptyExchange);
}

/** Ends an authentication. The message is the same for an unknown user and a wrong password. */
function fail(login: Client['login']): never {
  login.conversation = undefined;
  login.user = undefined;
  return refuse('AuthenticationFailed', 'Authentication failed.');
}

const reply = (message: string, done: boolean): Doc =>
  doc({ conversationId, done, payload: binaryOf(message), ok: 1 });

function binaryOf(message: string): Opaque {
  const bytes = Buffer.from(message);
  const header = Buffer.alloc(5);
  header.writeInt32LE(bytes.length);
  header.writeUInt8(genericSubtype, 4);
  return new Opaque(bsonType.binary, Buffer.concat([header, bytes]));
}
