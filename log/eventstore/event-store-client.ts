import { EventStoreDBClient } from '@eventstore/db-client';
import { parseConnectionString } from './connection-string.ts';
import { localAuthorization, sendLocally } from './local-credentials.ts';
import { widenReceiveWindow } from './receive-window.ts';

/**
 * Opens a client of the event store at an address in the form of EVENTSTORE_URL. The client connects with its
 * first call, and for its whole life searches for the leader among all hosts whenever it loses its node.
 * @throws an error that describes what is wrong with the address, never with its password
 */
export function openClient(url: string): EventStoreDBClient {
  const parsed = parseConnectionString(url);
  if (!parsed.ok) throw new Error(`the address of the event store ${parsed.error}`);
  const client = widenReceiveWindow(ignoreFailedSearches(create(parsed.value.client)));
  return sendLocally(client, localAuthorization(parsed.value));
}

/** Refuses every further call at once: nothing would end a call on a disposed client, and it would keep the process alive. */
export function refuseCalls(client: EventStoreDBClient): void {
  Reflect.set(client, 'getGRPCClient', () => Promise.reject(new Error('the log is closed')));
}

/** The client's own errors quote the address, so they are replaced. */
function create(connectionString: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    const file = error instanceof Error && /certificate|userCertFile/.test(error.message);
    throw new Error(
      `the address of the event store ${file ? 'names a certificate or key file that cannot be read' : 'is not valid for its client'}`,
    );
  }
}

/**
 * A call that ends while the client searches for a node waits for that search, whose failure would be an
 * unhandled rejection and end the process (client 6.2.1, `Client.handleError`). The next call searches again.
 */
function ignoreFailedSearches(client: EventStoreDBClient): EventStoreDBClient {
  const handleError: unknown = Reflect.get(client, 'handleError');
  if (typeof handleError !== 'function')
    throw new Error('this version of the event store client handles lost connections in another way');
  Reflect.set(client, 'handleError', async (...args: unknown[]): Promise<void> => {
    await Promise.resolve(Reflect.apply(handleError, client, args)).catch(() => undefined);
  });
  return client;
}
