import { err, ok, type Result } from '../../domain/result.ts';

/** The addresses of NATS, in its client's terms. */
export interface NatsServers {
  /** Each address with its scheme, without credentials. */
  readonly servers: readonly string[];
  readonly isEncrypted: boolean;
  /** The credentials of the connection, for all servers. */
  readonly credentials: { readonly user: string; readonly pass: string } | { readonly token: string } | null;
}

const wrong = 'is not a list of nats://host:port or tls://host:port, joined by commas';
const schemes = new Set(['nats:', 'tls:']);

/**
 * Parses one or several addresses of NATS. Addresses after the first may omit the scheme and the credentials.
 * @returns the servers, or an error message without passwords
 */
export function parseNatsUrl(value: string): Result<NatsServers, string> {
  const parts = value.split(',').map((part) => part.trim());
  const first = parts[0]?.split('://')[0] ?? '';
  const urls = parts.map((part) => urlOf(part.includes('://') ? part : `${first}://${part}`));
  const servers: URL[] = [];
  for (const url of urls) {
    if (!url || !schemes.has(url.protocol) || url.hostname === '' || !['', '/'].includes(url.pathname))
      return err(wrong);
    servers.push(url);
  }
  const credentials = servers.filter(({ username }) => username !== '').map(credentialsOf);
  if (new Set(credentials.map((one) => JSON.stringify(one))).size > 1)
    return err('has different credentials for its servers; one connection has one user');
  return ok({
    servers: servers.map(({ protocol, host }) => `${protocol}//${host}`),
    isEncrypted: servers.some(({ protocol }) => protocol === 'tls:'),
    credentials: credentials[0] ?? null,
  });
}

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** A user without a password is a token. */
const credentialsOf = ({ username, password }: URL) =>
  password === ''
    ? { token: decodeURIComponent(username) }
    : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
