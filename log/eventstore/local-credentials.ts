import type { EventStoreDBClient } from '@eventstore/db-client';
import { clientInternals } from './client-internals.ts';
import type { ConnectionString } from './connection-string.ts';

const loopback = /^(?:127\.\d+\.\d+\.\d+|localhost):\d+$/;

/**
 * Returns the `authorization` header for servers on the loopback interface without TLS, such as the embedded one; null
 * for any other address, whose credentials are sent over TLS only.
 */
export function localAuthorization(address: ConnectionString): string | null {
  const { credentials, isEncrypted, hosts } = address;
  if (credentials === null || isEncrypted || !hosts.every((host) => loopback.test(host))) return null;
  return `Basic ${Buffer.from(decodeURIComponent(credentials)).toString('base64')}`;
}

/** Makes a client send the header with every call. The client (6.2.1) sends credentials over TLS only. */
export function sendLocally(client: EventStoreDBClient, authorization: string | null): EventStoreDBClient {
  if (authorization === null) return client;
  const internals = clientInternals(client);
  const { callArguments } = internals;
  internals.callArguments = (options, callOptions) => {
    const [metadata, { credentials: _, ...rest }] = callArguments(options, callOptions);
    metadata.set('authorization', authorization);
    return [metadata, rest];
  };
  return client;
}
