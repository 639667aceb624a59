import type { FastifyInstance, InjectOptions } from 'fastify';

/** An answer of the service, as tests look at it. */
export interface TestResponse {
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | undefined;
  /** A part of the body: `at('error.code')`, `at('data.0.id')`. */
  readonly at: (path: string) => unknown;
  /** The names of the members of a part of the body. */
  readonly names: (path: string) => string[];
  /** The cookies that the answer sets. */
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
}

export interface Request {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
export type Client = (method: Method, url: string, request?: Request) => Promise<TestResponse>;

export const publicBase = '/api/public/v1';
export const adminBase = '/api/admin/v1';

/** Makes requests to an app that listens to none. */
export function injectInto(app: Pick<FastifyInstance, 'inject'>) {
  let last = 0n;
  function note(position: bigint): void {
    if (position > last) last = position;
  }

  async function inject(options: InjectOptions): Promise<TestResponse> {
    const response = await app.inject(options);
    const header = (name: string) => response.headers[name]?.toString();
    note(BigInt(header('x-log-position') ?? 0));
    const { statusCode: status, body: text, cookies } = response;
    return { status, text, header, ...partsOf(text), cookies };
  }

  const client = (base: string, auth: Readonly<Record<string, string>>): Client =>
    clientOver(inject, base, auth);

  return {
    inject,
    client,
    /** The greatest position of the log that an answer has named, or that was noted. */
    last: () => last,
    note,
  };
}

/** A request as it is sent, whole or without a network. */
export interface SentRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

/** Makes requests with JSON to addresses under a base, with the headers that prove who asks. */
export const clientOver =
  (
    inject: (request: SentRequest) => Promise<TestResponse>,
    base: string,
    auth: Readonly<Record<string, string>>,
  ): Client =>
  (method, url, { body, headers = {} } = {}) =>
    inject({
      method,
      url: base + url,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...auth,
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

/** Reads the parts of a body, once they are asked for. */
export function partsOf(text: string): Pick<TestResponse, 'at' | 'names'> {
  const at = (path: string) => partOf(text === '' ? null : JSON.parse(text), path);
  return { at, names: (path) => Object.keys({ ...(at(path) ?? {}) }) };
}

function partOf(value: unknown, path: string): unknown {
  let part = value;
  for (const name of path.split('.')) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = Object.entries(part).find(([key]) => key === name)?.[1];
  }
  return part;
}
