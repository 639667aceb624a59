import { err, ok, type Result } from '../../domain/result.ts';

/** The address of an event store, checked. */
export interface ConnectionString {
  /** `host:port` of each node in the setting; one DNS name for `+discover`. */
  readonly hosts: readonly string[];
  /**
   * How the client finds the nodes: it connects to one host, asks listed hosts for the members, or resolves a
   * DNS name.
   */
  readonly finds: 'one host' | 'listed hosts' | 'DNS name';
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly isEncrypted: boolean;
  /** Paths of PEM files; undefined for those that the setting omits. */
  readonly files: {
    readonly authority: string | undefined;
    readonly certificate: string | undefined;
    readonly key: string | undefined;
  };
  /** The name of the connection in the server's logs; undefined for a random one. */
  readonly connectionName: string | undefined;
  readonly discovery: {
    readonly attempts: number;
    readonly intervalMs: number;
    readonly gossipTimeoutMs: number;
  };
  /** -1 sends no pings. */
  readonly keepAlive: { readonly intervalMs: number; readonly timeoutMs: number };
  /** Options that the client does not know and that are omitted. */
  readonly ignored: readonly string[];
}

const eventStoreSchemes = ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover', 'kdb', 'kdb+discover'];

/** The options by their names in lower case: case, hyphens and underscores are ignored. */
const known = new Set(
  [
    'userCertFile',
    'userKeyFile',
    'maxDiscoverAttempts',
    'connectionName',
    'discoveryInterval',
    'gossipTimeout',
    'nodePreference',
    'tls',
    'tlsCAFile',
    'keepAliveInterval',
    'keepAliveTimeout',
    // Options of other clients that have no effect here: each call of the log has its own limit, and fails by an error.
    'defaultDeadline',
    'throwOnAppendFailure',
  ].map((name) => name.toLowerCase()),
);

/**
 * Defaults for options that the setting omits. A node that accepts connections and never replies delays the
 * search for the leader by `gossipTimeout` seconds; a frozen leader is abandoned after both keep-alive times
 * (ms).
 */
const defaults = {
  gossipTimeout: 2,
  keepAliveInterval: 10_000,
  keepAliveTimeout: 5_000,
  maxDiscoverAttempts: 10,
  discoveryInterval: 100,
};

const shape = /^[a-z+]+:\/\/(?:([^@/?]*)@)?([^/?]*)\/?(?:\?(.*))?$/i;
const host = /^[^\s:@/?#,[\]]+(?::\d{1,5})?$/;
const flat = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '');

/**
 * Parses the address of an event store.
 * @returns the connection string, or an error message without the password
 */
export function parseConnectionString(url: string): Result<ConnectionString, string> {
  const [scheme = ''] = url.trim().toLowerCase().split('://');
  const [, credentials, hostList = '', query = ''] = shape.exec(url.trim()) ?? [];
  if (!eventStoreSchemes.includes(scheme))
    return err(`is not a URL beginning with ${eventStoreSchemes.map((name) => `${name}://`).join(', ')}`);
  const hosts = hostList.split(',').map((name) => name.trim());
  if (!hosts.every((name) => host.test(name)))
    return err('does not name its hosts as host:port, joined by commas');
  if (credentials !== undefined && !/^[^:]+:[^:]+$/.test(credentials))
    return err(
      'has credentials that are not user:password; write special characters in them as %40 and so on',
    );
  if (credentials !== undefined && !isPercentEncoded(credentials))
    return err('has credentials with a % that does not begin an escape: write it as %25');
  const options = query.split('&').flatMap((pair) => (pair === '' ? [] : [optionOf(pair)]));
  const refusal = options.map(refusalOf).find((reason) => reason !== null);
  if (refusal) return err(refusal);
  const accepted = options.filter(({ name }) => known.has(flat(name)));
  // As in other clients, the last of several values counts.
  const valueOf = (wanted: string) =>
    accepted.findLast(({ name }) => flat(name) === wanted.toLowerCase())?.value.trim();
  const pathOf = (wanted: string) => decoded(valueOf(wanted));
  const numberOf = (wanted: keyof typeof defaults) => Number(valueOf(wanted) ?? defaults[wanted]);
  const [username = '', password = ''] = credentials?.split(':').map(decoded) ?? [];
  return ok({
    hosts: hosts.map((name) => (/:\d+$/.test(name) ? name : `${name}:2113`)),
    // A list of names to discover with is a list of nodes.
    finds: hosts.length > 1 ? 'listed hosts' : scheme.endsWith('+discover') ? 'DNS name' : 'one host',
    credentials: credentials === undefined ? null : { username, password },
    isEncrypted: valueOf('tls') !== 'false',
    files: {
      authority: pathOf('tlsCAFile'),
      certificate: pathOf('userCertFile'),
      key: pathOf('userKeyFile'),
    },
    connectionName: pathOf('connectionName'),
    discovery: {
      attempts: numberOf('maxDiscoverAttempts'),
      intervalMs: numberOf('discoveryInterval'),
      gossipTimeoutMs: numberOf('gossipTimeout') * 1_000,
    },
    keepAlive: { intervalMs: numberOf('keepAliveInterval'), timeoutMs: numberOf('keepAliveTimeout') },
    ignored: options.filter((option) => !accepted.includes(option)).map(({ name }) => name),
  });
}

/** Parses the address of an event store. @throws an error that describes what is wrong with it, never with its password */
export function addressOf(url: string): ConnectionString {
  const parsed = parseConnectionString(url);
  if (!parsed.ok) throw new Error(`the address of the event store ${parsed.error}`);
  return parsed.value;
}

function decoded(text: string): string;
function decoded(text: string | undefined): string | undefined;
function decoded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : decodeURIComponent(text);
}

interface Option {
  readonly name: string;
  readonly value: string;
}

function optionOf(pair: string): Option {
  const at = pair.indexOf('=');
  return at < 0 ? { name: pair, value: '' } : { name: pair.slice(0, at), value: pair.slice(at + 1) };
}

const numbers = ['maxdiscoverattempts', 'defaultdeadline', 'discoveryinterval', 'gossiptimeout'];
const keepAlives = ['keepaliveinterval', 'keepalivetimeout'];

function refusalOf({ name, value }: Option): string | null {
  if (value === '') return `has the option ${name} without a value`;
  switch (flat(name)) {
    case 'nodepreference':
      return flat(value) === 'leader'
        ? null
        : 'asks for another node than the leader: leave nodePreference out, because Formlog reads from the leader';
    case 'tls':
    case 'tlsverifycert':
      return value === 'true' || value === 'false' ? null : `has ${name}, which is true or false`;
    default:
      if (!isPercentEncoded(value)) return `has ${name}, which is not percent-encoded`;
      if (numbers.includes(flat(name)) && !/^[1-9]\d*$/.test(value))
        return `has ${name}, which is a whole number`;
      return keepAlives.includes(flat(name)) && !/^(-1|\d+)$/.test(value)
        ? `has ${name}, which is a whole number of milliseconds, or -1 for none`
        : null;
  }
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
