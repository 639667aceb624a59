import { err, ok, type Result } from '../domain/result.ts';

/** Where MongoDB is. */
export interface MongoUrl {
  /** For the driver, as it was given. Holds the password. */
  readonly url: string;
  /** The database that the URL names; `formlog` where it names none. */
  readonly database: string;
  /** `host:port`, or the name that is looked up for `mongodb+srv`. */
  readonly hosts: readonly string[];
  /** What it asks for that is weaker than Formlog's own concerns, as a sentence; the embedded server's does. */
  readonly weaker: string | null;
}

const shape = /^(mongodb(?:\+srv)?):\/\/(?:[^@/?]*@)?([^/?@]+)(?:\/([^?@]*))?(?:\?(.*))?$/;
const defaultDatabase = 'formlog';
const maxDatabaseBytes = 63;

/** What Formlog sets itself, by the option's name in lower case: a URL may say the same, or nothing. */
const pinned: Readonly<Record<string, { readonly value: string; readonly otherwise: string }>> = {
  w: { value: 'majority', otherwise: 'would lose what one primary took and its successor never had' },
  journal: { value: 'true', otherwise: 'would lose what was only in memory' },
  readpreference: { value: 'primary', otherwise: 'would decide by what a secondary has not heard of yet' },
  readconcernlevel: { value: 'majority', otherwise: 'would decide by what may be rolled back' },
};

/**
 * Reads the address of MongoDB: its scheme, its database and the concerns it asks for. The rest is the driver's.
 * @returns what it says, or what is wrong; never with a password
 */
export function parseMongoUrl(url: string): Result<MongoUrl, string> {
  const [, scheme, hosts = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (scheme === undefined)
    return err(
      'is not a URL such as mongodb://host:27017,host:27017/database or mongodb+srv://host/database',
    );
  const database = decoded(path) ?? '';
  // What a server refuses in a name.
  if (/[/\\. "$*<>:|?\0]/.test(database) || Buffer.byteLength(database) > maxDatabaseBytes)
    return err(`names a database that MongoDB does not take`);
  return ok({
    url,
    database: database === '' ? defaultDatabase : database,
    hosts: hosts.split(','),
    weaker: weakerIn(query),
  });
}

function weakerIn(query: string): string | null {
  for (const [name, value] of new URLSearchParams(query)) {
    const reason = pinned[name.toLowerCase()];
    if (reason && value !== reason.value)
      return `says ${name}=${value}, which ${reason.otherwise}: leave ${name} out`;
  }
  return null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
