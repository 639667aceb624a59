import type { Readable } from 'node:stream';
import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { err, ok, type Result } from '../../../domain/result.ts';
import { type ApiFailure, bodyOf, incomprehensible, refusal } from './responses.ts';
import { headerOf, isGood, type Response, sendRequest } from './send-request.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Undefined members are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** Bytes to send in the place of a body. */
  readonly upload?: { readonly source: Readable; readonly length: number };
  readonly idempotencyKey?: string;
  /** The entity tag that the resource must still have. */
  readonly ifMatch?: string;
  /** Replaces the client's own token. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

export interface ApiResponse<T> {
  readonly value: T;
  /** Whether the service replayed the response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** The entity tag of the resource, if the service tells. */
  readonly etag: string | null;
}

/** A download in progress. */
export type Chunks = AsyncIterable<Uint8Array>;

export interface ApiClient {
  /** Starts a download. Its stream throws if it is interrupted. */
  download(call: Call): Promise<Result<Chunks, ApiFailure>>;
  /** Calls the service and parses its response by `schema`. Failures of the server or the network are results. */
  call<T extends TSchema>(call: Call, schema: T): Promise<Result<ApiResponse<Static<T>>, ApiFailure>>;
}

/** The address of a service and the token for it. */
export interface Target {
  readonly baseUrl: string;
  readonly token: string;
}

/** Returns the target of a call, or why there is none: a local service may restart at another address. */
export type Locate = () => Result<Target, Extract<ApiFailure, { kind: 'unreachable' }>>;

interface Sent {
  readonly baseUrl: string;
  readonly url: URL;
  readonly response: Response;
}

/** The time limit of a call, and of one that sends a file, in ms. */
const [limitMs, uploadLimitMs] = [30_000, 3_600_000];

/** A client of the HTTP API. Its reads see its own writes. */
export function createClient(locate: Locate): ApiClient {
  let written: string | null = null;

  async function send(call: Call, limit: AbortSignal): Promise<Result<Sent, ApiFailure>> {
    const target = locate();
    if (!target.ok) return target;
    const { baseUrl, token } = target.value;
    const url = urlOf(baseUrl, call);
    const readAfter = call.method === 'GET' ? written : null;
    const sent = await request(url, call, call.token ?? token, readAfter, limit);
    if (!sent.ok) return sent;
    written = headerOf(sent.value, 'x-log-position') ?? written;
    return ok({ baseUrl, url, response: sent.value });
  }

  return {
    download: async (call) => {
      // The time limit covers the headers only; the body may take longer.
      const begin = new AbortController();
      const timer = setTimeout(() => begin.abort(new Error(`no response within ${limitMs} ms`)), limitMs);
      const sent = await send(call, begin.signal).finally(() => clearTimeout(timer));
      if (!sent.ok) return sent;
      const { url, response } = sent.value;
      if (isGood(response))
        return response.statusCode === noContent
          ? err(incomprehensible(url, response, 'the response has no content'))
          : ok(response.body);
      const body = await bodyOf(url, response);
      return body.ok ? err(refusal(url, response, body.value)) : body;
    },
    call: async (call, schema) => {
      const sent = await send(call, AbortSignal.timeout(call.upload ? uploadLimitMs : limitMs));
      if (!sent.ok) return sent;
      const { baseUrl, url, response } = sent.value;
      const read = await bodyOf(url, response);
      if (!read.ok) return read;
      const body = read.value;
      if (response.statusCode === 503)
        return err(await withStartProgress(baseUrl, refusal(url, response, body)));
      if (!isGood(response)) return err(refusal(url, response, body));
      if (!Value.Check(schema, body))
        return err(incomprehensible(url, response, 'the response does not match this API'));
      const replayed = headerOf(response, 'idempotency-replayed') === 'true';
      return ok({ value: body, replayed, etag: headerOf(response, 'etag') });
    },
  };
}

const noContent = 204;

const Starting = Type.Object({ starting: Type.Object({ caught_up_percent: Type.Integer() }) });
const readyLimitMs = 3_000;

/** Adds the progress of a starting service to its refusal. */
async function withStartProgress(base: string, failure: ApiFailure): Promise<ApiFailure> {
  if (failure.kind !== 'refused') return failure;
  try {
    const ready = urlOf(base, { method: 'GET', path: '/readyz' });
    const signal = AbortSignal.timeout(readyLimitMs);
    const sent = await sendRequest(ready, { method: 'GET', headers: {}, signal });
    const state: unknown = sent.ok ? await sent.value.body.json() : null;
    if (!Value.Check(Starting, state)) return failure;
    const { caught_up_percent: percent } = state.starting;
    return { ...failure, message: `${failure.message} The service is starting, ${percent} % caught up.` };
  } catch {
    return failure;
  }
}

/** `path` below the base URL, which may have a path. */
function urlOf(base: string, { path, query = {} }: Call): URL {
  const url = new URL(base.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

/** @param readAfter the position that read models must have reached */
async function request(
  url: URL,
  { method, body, upload, idempotencyKey, ifMatch, signal }: Call,
  token: string,
  readAfter: string | null,
  limit: AbortSignal,
): Promise<Result<Response, ApiFailure>> {
  const sent = await sendRequest(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, */*',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(upload && {
        'content-type': 'application/octet-stream',
        'content-length': String(upload.length),
      }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(readAfter !== null && { 'x-read-after': readAfter }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(upload && { body: upload.source }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  return sent.ok ? sent : err({ kind: 'unreachable', url: url.origin, message: sent.error });
}
