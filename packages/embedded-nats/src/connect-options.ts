import { boolean, number, object, type Shaped, string } from '../../embedded-server/src/shapes.ts';

const isConnectOptions = object(
  {
    /** Every operation is answered with +OK. */
    verbose: boolean,
    /** Subjects of published messages are checked. */
    pedantic: boolean,
    /** The connection's own messages reach its own subscriptions. */
    echo: boolean,
    headers: boolean,
    no_responders: boolean,
    protocol: number(),
  },
  { auth_token: string },
);

export type ConnectOptions = Shaped<typeof isConnectOptions>;

/** What the protocol assumes of a client that has not said otherwise. */
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

/** Reads a CONNECT's JSON over what held before; fields that this server has no use for are let pass. */
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
