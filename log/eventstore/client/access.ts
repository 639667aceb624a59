import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ChannelCredentials, type ChannelOptions, credentials, Metadata } from '@grpc/grpc-js';
import type { ConnectionString } from '../connection-string.ts';

/** How to open connections to the nodes of an event store, and what every call on them carries. */
export interface Access {
  readonly channel: ChannelCredentials;
  readonly options: ChannelOptions;
  /** Metadata of calls that any node may serve. */
  readonly anyNode: Metadata;
  /** Metadata of calls that a follower refuses. */
  readonly leaderOnly: Metadata;
}

/**
 * The number of bytes that the event store may send before the reader acknowledges them, on each connection and for each
 * call. With the usual 64 KiB it stalls several times while a rebuild works on one batch: eight rebuilds of 50,000
 * events took 3.75 s each, and 3.60 s with a megabyte.
 */
const receiveWindowBytes = 1_024 * 1_024;

/** The largest event that the event store itself can write. */
const largestMessageBytes = 17 * 1_024 * 1_024;

/** @throws an error that describes which file of the address cannot be used, never with its password */
export function accessTo(address: ConnectionString): Access {
  const metadata = new PlainMetadata();
  metadata.set('connection-name', address.connectionName ?? randomUUID());
  const authorization = authorizationFor(address);
  if (authorization !== null) metadata.set('authorization', authorization);
  const leaderOnly = metadata.clone();
  leaderOnly.set('requires-leader', 'true');
  return {
    channel: address.isEncrypted ? encrypted(address.files) : credentials.createInsecure(),
    options: {
      'grpc.keepalive_time_ms': orNever(address.keepAlive.intervalMs),
      'grpc.keepalive_timeout_ms': orNever(address.keepAlive.timeoutMs),
      'grpc.max_receive_message_length': largestMessageBytes,
      'grpc-node.flow_control_window': receiveWindowBytes,
      // A new connection to a node does not wait for the retries of a lost one.
      'grpc.use_local_subchannel_pool': 1,
    },
    anyNode: metadata,
    leaderOnly,
  };
}

const orNever = (ms: number): number => (ms < 0 ? Number.MAX_VALUE : ms);

const loopback = /^(?:127\.\d+\.\d+\.\d+|localhost):\d+$/;

/** Credentials are sent over TLS, and to servers on the loopback interface, such as the embedded one. */
function authorizationFor({ credentials: user, isEncrypted, hosts }: ConnectionString): string | null {
  if (user === null || !(isEncrypted || hosts.every((host) => loopback.test(host)))) return null;
  return `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`;
}

function encrypted(files: ConnectionString['files']): ChannelCredentials {
  const { authority = null, certificate = null, key = null } = readFiles(files);
  return credentials.createSsl(authority, key, certificate);
}

/**
 * Reads the files that an address names.
 * @throws an error that describes which of them cannot be used
 */
export function readFiles({ authority, certificate, key }: ConnectionString['files']) {
  try {
    if ((certificate === undefined) !== (key === undefined)) throw new Error('a key needs its certificate');
    return {
      ...(authority !== undefined && { authority: readFileSync(authority) }),
      ...(certificate !== undefined && { certificate: readFileSync(certificate) }),
      ...(key !== undefined && { key: readFileSync(key) }),
    };
  } catch {
    throw new Error('the address of the event store names a certificate or key file that cannot be read');
  }
}

const acceptedEncodings = 'grpc-accept-encoding';

/**
 * The metadata of a call whose replies come uncompressed. grpc-js accepts gzip in every call, KurrentDB from 25.1 on
 * compresses each message of a reply by itself, and grpc-js decompresses each through a stream of its own, which takes
 * several turns of the event loop for one event.
 */
class PlainMetadata extends Metadata {
  /** Keeps `identity` where grpc-js names the encodings that it can read. */
  override set(key: string, value: string | Buffer): void {
    super.set(key, key.toLowerCase() === acceptedEncodings ? 'identity' : value);
  }

  override clone(): PlainMetadata {
    const copy = new PlainMetadata(this.getOptions());
    copy.merge(this);
    return copy;
  }
}
