import { createTransport } from 'nodemailer';
import type { SmtpServer } from './smtp-url.ts';

/** The limits of a connection to the mail server. */
export interface TransportLimits {
  /** The most connections at the same time. */
  readonly connections: number;
  /** How long the server may be silent, in milliseconds. */
  readonly silenceMs: number;
}

/** Opens a pool of connections to a mail server. It sends each message at most once. */
export const openTransport = (server: SmtpServer, { connections, silenceMs }: TransportLimits) =>
  createTransport({
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    requireTLS: !server.isSecure && server.requiresTls,
    ...(server.credentials !== null && { auth: { ...server.credentials } }),
    maxConnections: connections,
    // A message whose connection was lost may have arrived: only the caller may send it again.
    maxRequeues: 0,
    idleTimeout: 10_000,
    dnsTimeout: silenceMs,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // The content of a message is text of the service, and never names a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2' },
  });

export type Transport = ReturnType<typeof openTransport>;
