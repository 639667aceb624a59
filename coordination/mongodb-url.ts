import { err, ok, type Result } from '../domain/result.ts';

/** The address of MongoDB. */
export interface MongoUrl {
  /** The URL as given, for the driver. Contains the password. */
  readonly url: string;
  /** The database in the URL; `formlog` by default. */
  readonly database: string;
  /** `host:port`, or the name to resolve for `mongodb+srv`. */
  readonly hosts: readonly string[];
  /**
   * A sentence about an option that is weaker than Formlog's own concerns, as in the embedded server's URL;
   * null if there is none.
   */
  readonly weaker: string | null;
}

const shape = /^(mongodb(?:\+srv)?):\/\/(?:[^@/?]*@)?([^/?@]+)(?:\/([^?@]*))?(?:\?(.*))?$/;
const defaultDatabase = 'formlog';
const maxDatabaseBytes = 63;

/** The options that Formlog sets itself, by name in lower case: a URL may give the same value or none. */
const pinned: Readonly<Record<string, { readonly value: string; readonly otherwise: string }>> = {
  w: { value: 'majority', otherwise: 'would lose writes that a failed primary did not replicate' },
  journal: { value: 'true', otherwise: 'would lose writes that were only in memory' },
  readpreference: { value: 'primary', otherwise: 'would decide by stale data of a secondary' },
  readconcernlevel: { value: 'majority', otherwise: 'would decide by data that may be rolled back' },
};

/**
 * Parses the address of MongoDB: its scheme, database and concerns. The driver checks the rest.
 * @returns the address, or an error message without the password
 */
export function parseMongoUrl(url: string): Result<MongoUrl, string> {
  const [, scheme, hosts = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (scheme === undefined)
    return err(
      'is not a URL such as mongodb://host:27017,host:27017/database or mongodb+srv://host/database',
    );
  const database = decoded(path) ?? '';
  // Characters and lengths that a server refuses.
  if (/[/\\. "$*<>:|?\0]/.test(database) || Buffer.byteLength(database) > maxDatabaseBytes)
    return err(`names a database that MongoDB does not accept`);
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
