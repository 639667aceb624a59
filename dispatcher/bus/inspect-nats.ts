import { connect, ErrorCode, NatsError } from 'nats';
import { natsOptions } from './bus.ts';

/** The reply of NATS to this service. */
export type NatsFacts =
  | { readonly state: 'connected'; readonly version: string }
  /** The server replies but rejects the credentials. */
  | { readonly state: 'refused' };

const badCredentials: string = ErrorCode.AuthorizationViolation;

/** Connects to one of the servers and disconnects. @throws if no server replies within some seconds */
export async function inspectNats(url: string): Promise<NatsFacts> {
  try {
    const connection = await connect({
      ...natsOptions(url),
      reconnect: false,
      timeout: 3_000,
      maxReconnectAttempts: 0,
    });
    const version = connection.info?.version ?? 'unknown';
    await connection.close();
    return { state: 'connected', version };
  } catch (error) {
    if (error instanceof NatsError && error.code === badCredentials) return { state: 'refused' };
    throw error;
  }
}
