import { type Metadata, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { isSameSecret } from '../../embedded-server/src/same-secret.ts';
import { accessDenied, CallError } from './errors.ts';

/** Passwords by the names of their users. */
export type Users = Readonly<Record<string, string>>;

/** The calls of a client before it has chosen its credentials; answered without credentials, as in the real server. */
const openServices = [
  '/event_store.client.gossip.Gossip/',
  '/event_store.client.server_features.ServerFeatures/',
];

/** Allows only calls of known users. Each of them may do everything. */
export function authenticate(users: Users): ServerInterceptor {
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, proceed) {
            const refusal = refusalOf(users, path, metadata);
            if (refusal) call.sendStatus(refusal);
            else proceed(metadata);
          },
        }),
    });
}

function refusalOf(users: Users, path: string, metadata: Metadata): CallError | undefined {
  const [header] = metadata.get('authorization');
  if (header === undefined) {
    return openServices.some((service) => path.startsWith(service)) ? undefined : accessDenied();
  }
  const [, encoded = ''] = /^basic (.+)$/i.exec(String(header)) ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString();
  const end = credentials.indexOf(':');
  const name = credentials.slice(0, Math.max(end, 0));
  const password = Object.hasOwn(users, name) ? users[name] : undefined;
  if (password !== undefined && isSameSecret(credentials.slice(end + 1), password)) return undefined;
  return new CallError(status.UNAUTHENTICATED, 'the user or the password is wrong');
}
