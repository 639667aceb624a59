import type { InjectOptions } from 'fastify';
import { adminBase, type Client, partsOf, type TestResponse } from './injected-requests.ts';

/** Makes the requests of `injectInto` to a service that listens. */
export function serviceOver(url: string, operatorToken: string) {
  async function inject({
    method = 'GET',
    url: path,
    headers,
    payload,
  }: InjectOptions): Promise<TestResponse> {
    const given = Object.entries(headers ?? {}).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const response = await fetch(new URL(typeof path === 'string' ? path : '', url), {
      method,
      headers: given,
      redirect: 'manual',
      ...(typeof payload === 'string' && { body: payload }),
    });
    const text = await response.text();
    const cookies = response.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';');
      const middle = pair.indexOf('=');
      return { name: pair.slice(0, middle), value: decodeURIComponent(pair.slice(middle + 1)) };
    });
    const header = (name: string) => response.headers.get(name) ?? undefined;
    return { status: response.status, text, header, cookies, ...partsOf(text) };
  }

  const admin: Client = (method, path, { body, headers = {} } = {}) =>
    inject({
      method,
      url: adminBase + path,
      headers: {
        authorization: `Bearer ${operatorToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });

  return { inject, admin };
}
