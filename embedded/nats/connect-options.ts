import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

const ConnectOptions = Type.Object({
  /** Every operation is answered with +OK. */
  verbose: Type.Boolean(),
  /** Subjects of published messages are checked. */
  pedantic: Type.Boolean(),
  /** The connection's own messages reach its own subscriptions. */
  echo: Type.Boolean(),
  headers: Type.Boolean(),
  no_responders: Type.Boolean(),
  protocol: Type.Number(),
  auth_token: Type.Optional(Type.String()),
});

export type ConnectOptions = Static<typeof ConnectOptions>;

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
    return Value.Check(ConnectOptions, options) ? options : undefined;
  } catch {
    return undefined;
  }
}
