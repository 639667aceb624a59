import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import { Agent, request } from 'undici';
import { addressRules, resolvePublic } from '../dispatcher/worker/address.ts';
import { vettedLookup } from '../dispatcher/worker/vetted-lookup.ts';
import { ProviderUnavailable } from './errors.ts';

interface Limits {
  /** Hosts that may have private addresses and no TLS. */
  readonly allowHosts: readonly string[];
  /** How long an exchange may take, in milliseconds. */
  readonly limitMs: number;
}

/** Above the discovery documents and key sets of large providers. */
const maxResponseBytes = 512 * 1024;

/**
 * Sends the requests to the provider. As a webhook, each goes only to an address that was checked when its connection was opened:
 * the documents of the provider name further addresses. The body of the answer is read within the same limits.
 * @returns a function that throws ProviderUnavailable where no answer comes, or one of a server that cannot serve
 */
export function outgoingFetch({ allowHosts, limitMs }: Limits): CustomFetch {
  const rules = addressRules(allowHosts);
  const agent = new Agent({
    connect: {
      lookup: vettedLookup(rules, { resolve: resolvePublic, limitMs }),
      autoSelectFamily: true,
      rejectUnauthorized: true,
      timeout: limitMs,
    },
    headersTimeout: limitMs,
    bodyTimeout: limitMs,
    maxResponseSize: maxResponseBytes,
    // A sign-in makes few requests, and nothing closes idle connections before the process ends.
    pipelining: 0,
  });

  async function exchange(url: string, options: CustomFetchOptions): Promise<Response> {
    const signal = AbortSignal.timeout(limitMs);
    const answer = await request(rules.checkUrl(url), {
      dispatcher: agent,
      method: options.method === 'POST' ? 'POST' : 'GET',
      headers: options.headers,
      body: bodyOf(options),
      signal,
    });
    const { statusCode: status, headers } = answer;
    const body = await answer.body.text();
    const type = headers['content-type'];
    return new Response(status === 204 || status === 304 ? null : body, {
      status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  }

  return async (url, options) => {
    const answer = await exchange(url, options).catch((error: unknown) => {
      throw new ProviderUnavailable(error instanceof Error ? error.message : String(error));
    });
    if (answer.status >= 500 || answer.status === 429)
      throw new ProviderUnavailable(`it answered ${answer.status}`);
    return answer;
  };
}

function bodyOf({ body }: CustomFetchOptions): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new Error('a request to the provider has an unexpected body');
}
