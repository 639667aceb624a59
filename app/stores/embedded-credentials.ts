import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { localCertificate } from '../../packages/embedded-eventstore/src/certificate.ts';
import { readModelUrl } from '../../packages/embedded-mongodb/src/read-model-url.ts';
import type { WorkerServer } from '../../packages/embedded-server/src/spawn.ts';

/** The stores of a service. */
export type StoreName = 'eventstore' | 'mongodb' | 'nats';

type Addresses = Pick<WorkerServer, 'url' | 'secureUrl'>;

/** The credentials of an embedded store for one start of the service. */
export interface StoreCredentials {
  /**
   * The options by which the server demands them.
   * @param before where the server listened before its thread died
   */
  options(before?: Addresses): object;
  /** Returns the address for this service, with the credentials. */
  own(server: Addresses): string;
  /** Returns the address for the clients of other people. */
  others(server: Addresses): string;
}

const user = 'formlog';
const newPassword = (): string => randomBytes(24).toString('base64url');
const withUser = (url: string, credentials: string): string => url.replace('://', `://${credentials}@`);
/** Returns the port of an address; 0, which takes any free port, if there is none. */
export const portOf = (url = ''): number => Number(/:(\d+)/.exec(url)?.[1] ?? 0);

/** Whether the address of an event store, which names its certificate, cannot contain this directory. */
export const isNoAddress = (dataDir: string): boolean => /[&?]/.test(resolve(dataDir));

/**
 * Makes fresh credentials for a store, so that users of the same machine who cannot read the data directory cannot use
 * a store through its port.
 */
export const embeddedCredentials: Readonly<Record<StoreName, (dataDir: string) => StoreCredentials>> = {
  /**
   * Other clients of EventStoreDB send a password only over TLS, for which the store has a second listener. TLS would
   * add half to the CPU time of a submission, so this service connects without it.
   */
  eventstore(dataDir) {
    const credentials = `${user}:${newPassword()}`;
    const file = join(resolve(dataDir), 'eventstore-certificate.pem');
    const pem = localCertificate();
    writeFileSync(file, pem.cert, { mode: 0o600 });
    const users = { [user]: credentials.slice(user.length + 1) };
    return {
      options: (before) => ({ users, secure: { ...pem, port: portOf(before?.secureUrl) } }),
      own: ({ url }) => withUser(url, credentials),
      // Node warns of a TLS server whose name is an IP address.
      others: ({ secureUrl = '' }) =>
        `${withUser(secureUrl.replace('127.0.0.1', 'localhost'), credentials)}&tlsCAFile=${file}`,
    };
  },
  mongodb() {
    const password = newPassword();
    const withPassword = (url: string): string => `${withUser(url, `${user}:${password}`)}&authSource=admin`;
    return {
      options: () => ({ users: { [user]: password } }),
      own: ({ url }) => readModelUrl(withPassword(url)),
      others: ({ url }) => withPassword(url),
    };
  },
  nats() {
    const token = newPassword();
    const withToken = ({ url }: Addresses): string => withUser(url, token);
    return { options: () => ({ token }), own: withToken, others: withToken };
  },
};
