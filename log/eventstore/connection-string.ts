import { err, ok, type Result } from '../../domain/result.ts';

/** The address of an event store, checked and in the client's form. */
export interface ConnectionString {
  /** For `EventStoreDBClient.connectionString`. Contains the password. */
  readonly client: string;
  /** `host:port` of each node in the setting; one DNS name for `+discover`. */
  readonly hosts: readonly string[];
  /**
   * How the client finds the nodes: it connects to one host, asks listed hosts for the members, or resolves a
   * DNS name.
   */
  readonly finds: 'one host' | 'listed hosts' | 'DNS name';
  /** `user:password`, as in the setting; null if there is none. */
  readonly credentials: string | null;
  readonly isEncrypted: boolean;
  /** Options that the client does not know and that are omitted. */
  readonly ignored: readonly string[];
}

const eventStoreSchemes = ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover', 'kdb', 'kdb+discover'];

/** The client's options by their names in lower case: the client ignores case, hyphens and underscores. */
const known = new Set(
  [
    ...['userCertFile', 'userKeyFile', 'maxDiscoverAttempts', 'connectionName', 'defaultDeadline'],
    ...['discoveryInterval', 'gossipTimeout', 'nodePreference', 'tls', 'tlsCAFile'],
    ...['throwOnAppendFailure', 'keepAliveInterval', 'keepAliveTimeout'],
  ].map((name) => name.toLowerCase()),
);

/**
 * Defaults for options that the setting omits. A node that accepts connections and never replies delays the
 * search for the leader by `gossipTimeout` seconds; a frozen leader is abandoned after both keep-alive times
 * (ms).
 */
const defaults = { gossipTimeout: '2', keepAliveInterval: '10000', keepAliveTimeout: '5000' };

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
  const options = query.split('&').flatMap((pair) => (pair === '' ? [] : [optionOf(pair)]));
  const refusal = options.map(refusalOf).find((reason) => reason !== null);
  if (refusal) return err(refusal);
  const accepted = options.filter(({ name }) => known.has(flat(name)));
  const has = (wanted: string) => accepted.find(({ name }) => flat(name) === wanted.toLowerCase());
  const added = Object.entries(defaults).filter(([name]) => !has(name));
  const isDns = scheme.endsWith('+discover');
  const search = [...accepted.map(({ name, value }) => [name, value]), ...added]
    .map((pair) => pair.join('='))
    .join('&');
  // Given several names to discover with, the client would use the first only.
  const finds = hosts.length > 1 ? 'listed hosts' : isDns ? 'DNS name' : 'one host';
  const prefix = `${finds === 'DNS name' ? 'esdb+discover' : 'esdb'}://${credentials === undefined ? '' : `${credentials}@`}`;
  return ok({
    client: `${prefix}${hosts.join(',')}?${search}`,
    hosts: hosts.map((name) => (/:\d+$/.test(name) ? name : `${name}:2113`)),
    finds,
    credentials: credentials ?? null,
    isEncrypted: has('tls')?.value !== 'false',
    ignored: options.filter((option) => !accepted.includes(option)).map(({ name }) => name),
  });
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

function refusalOf({ name, value }: Option): string | null {
  if (value === '') return `has the option ${name} without a value`;
  switch (flat(name)) {
    case 'nodepreference':
      return flat(value) === 'leader'
        ? null
        : 'asks for another node than the leader: leave nodePreference out, what Formlog decides by comes from the leader';
    case 'tls':
    case 'tlsverifycert':
      return value === 'true' || value === 'false' ? null : `has ${name}, which is true or false`;
    default:
      return numbers.includes(flat(name)) && !/^[1-9]\d*$/.test(value)
        ? `has ${name}, which is a whole number`
        : null;
  }
}
