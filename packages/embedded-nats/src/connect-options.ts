import { boolean, number, object, type Shaped, string } from '../../embedded-server/src/shapes.ts';

const isConnectOptions = object(
  {
    /** Whether every operation is answered with +OK. */
    verbose: boolean,
    /** Whether the subjects of published messages are checked. */
    pedantic: boolean,
    /** Whether the connection's subscriptions receive its own messages. */
    echo: boolean,
    headers: boolean,
    no_responders: boolean,
    protocol: number(),
  },
  { auth_token: string },
);

export type ConnectOptions = Shaped<typeof isConnectOptions>;

/** The options of a client that has sent none. */
export const defaultConnectOptions: ConnectOptions = {
  verbose: true,
  pedantic: true,
  echo: true,
  headers: false,
  no_responders: false,
  protocol: 0,
};

export type ConnectResult =
  { readonly ok: true; readonly options: ConnectOptions } | { readonly ok: false; readonly reason: string };

/** Applies the JSON of a CONNECT to the options before it; fields that this server does not use are ignored. */
export function readConnectOptions(json: string, before: ConnectOptions): ConnectResult {
  const options = merged(json, before);
  if (options === undefined) return { ok: false, reason: 'Parser Error' };
  if (options.protocol !== 0 && options.protocol !== 1)
    return { ok: false, reason: 'invalid client protocol' };
  if (options.no_responders && !options.headers)
    return { ok: false, reason: 'no responders requires headers support' };
  return { ok: true, options };
}

function merged(json: string, before: ConnectOptions): ConnectOptions | undefined {
  try {
    const given: unknown = JSON.parse(json);
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
    const options = { ...before, ...given };
    return isConnectOptions(options) ? options : undefined;
  } catch {
    return undefined;
  }
}
