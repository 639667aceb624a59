import { rootCertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { Agent, buildConnector } from 'undici';
import type { AttemptOutcome } from '../../domain/delivery/events.ts';
import { type AddressRules, addressRules, type Resolve, resolvePublic } from './address.ts';
import { exchange } from './exchange.ts';
import { classify } from './failure.ts';
import { watchConnection } from './responses/connection-watch.ts';
import { retryAfter } from './responses/retry-after.ts';
import { Semaphores, type SemaphoreUse } from './semaphores.ts';
import { vettedLookup } from './vetted-lookup.ts';

/** The outcome of a request, and the shortest delay before the next. */
export interface Exchange {
  readonly outcome: AttemptOutcome;
  readonly durationMs: number;
  /** The receiver's `Retry-After` in milliseconds; null if it is absent or invalid. */
  readonly retryAfterMs: number | null;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** Limits the requests under way to one destination. */
  readonly semaphore?: SemaphoreUse | undefined;
}

/** An HTTP client for untrusted destinations: it sends to public addresses only, limited in time and size. */
export interface WebhookClient {
  /**
   * Posts a request, as soon as its semaphore permits it. A failure is an outcome.
   * @throws NotSent: nothing was sent
   */
  post(request: WebhookRequest): Promise<Exchange>;
  /** Refuses all requests that wait for their semaphore. */
  cancelWaiting(): void;
  close(): Promise<void>;
}

export interface WebhookClientOptions {
  /** Hosts that may be private and may be reached without TLS, for development. */
  readonly allowHosts: readonly string[];
  /** The limit for the whole exchange, from name resolution to the end of the response, in milliseconds. */
  readonly limitMs?: number;
  /** How many bytes of the response's body are stored; the rest is not read. */
  readonly excerptBytes?: number;
  /** Certificates to trust in addition to the system's. */
  readonly ca?: string;
  readonly resolve?: Resolve;
}

const idleMs = 1_000;
/** Less than the time after which the scheduler gives up on a request, by more than the longest exchange. */
const longestWaitMs = 2_000;
/** The limit of a response on the wire, with its headers and the encoding of its body. */
const maxResponseBytes = 256 * 1024;
/** The number of destinations whose checked and parsed URLs are cached. */
const knownUrls = 1_000;

/** A property of the connection, like `Host`: compressed responses would have to be unpacked for their excerpts. */
const ownHeaders = { 'accept-encoding': 'identity' };

/**
 * Opens a webhook client with its own connection pool; each connection goes to an address that was checked when it was
 * opened. A request on a reused connection that breaks before any byte of its response is sent once more, on a new
 * connection: the receiver probably closed the connection because it was idle.
 */
export function openWebhookClient({
  allowHosts,
  limitMs = 10_000,
  excerptBytes = 4096,
  ca,
  resolve = resolvePublic,
}: WebhookClientOptions): WebhookClient {
  const rules = addressRules(allowHosts);
  /** The errors after which a request is sent once more. */
  const stale = new WeakSet<Error>();
  const options = {
    connect: vettedConnector(rules, { resolve, limitMs, ca, stale }),
    headersTimeout: limitMs,
    bodyTimeout: limitMs,
    // Idle connections are closed early: a request on a connection that the receiver is closing would be
    // lost.
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  };
  const agent = new Agent(options);
  /** Opens a connection for each request. */
  const freshAgent = new Agent({ ...options, pipelining: 0 });

  const targets = new LRUCache<string, { readonly origin: string; readonly path: string }>({
    max: knownUrls,
  });

  /** The rules never change, so a URL is checked once. */
  function targetOf(url: string) {
    const known = targets.get(url);
    if (known) return known;
    const { origin, pathname, search } = rules.checkUrl(url);
    const target = { origin, path: pathname + search };
    targets.set(url, target);
    return target;
  }

  const semaphores = new Semaphores(longestWaitMs);

  async function post({ semaphore, ...request }: WebhookRequest): Promise<Exchange> {
    if (!semaphore) return send(request);
    await semaphores.acquire(semaphore);
    return send(request).finally(() => semaphores.release(semaphore.name));
  }

  async function send({ url, headers, body }: WebhookRequest): Promise<Exchange> {
    const start = performance.now();
    const finish = (outcome: AttemptOutcome, retryAfterMs: number | null = null): Exchange => ({
      outcome,
      durationMs: Math.round((performance.now() - start) * 10) / 10,
      retryAfterMs,
    });
    try {
      const request = {
        ...targetOf(url),
        method: 'POST',
        headers: { ...headers, ...ownHeaders },
        body,
      } as const;
      const response = await exchange(agent, request, { limitMs, excerptBytes }).catch((error: unknown) => {
        if (!(error instanceof Error && stale.has(error))) throw error;
        const leftMs = limitMs - (performance.now() - start);
        return exchange(freshAgent, request, { limitMs: leftMs, excerptBytes });
      });
      const { status, excerpt } = response;
      return finish({ kind: 'response', status, excerpt }, retryAfter(response.retryAfter, Date.now()));
    } catch (error) {
      return finish(classify(error, limitMs));
    }
  }

  return {
    post,
    cancelWaiting: () => semaphores.cancelWaiting(),
    async close() {
      semaphores.cancelWaiting();
      await Promise.all([agent.destroy(), freshAgent.destroy()]);
    },
  };
}

/** Connects only to the addresses that were resolved and checked, and passes the host name to TLS. */
function vettedConnector(
  rules: AddressRules,
  {
    resolve,
    limitMs,
    ca,
    stale,
  }: { resolve: Resolve; limitMs: number; ca: string | undefined; stale: WeakSet<Error> },
): buildConnector.connector {
  const connector = buildConnector({
    lookup: vettedLookup(rules, { resolve, limitMs }),
    // Tries the next checked address if one does not respond.
    autoSelectFamily: true,
    // Set here, so that no setting of the process can disable it.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    timeout: limitMs,
  });
  return (options, callback) =>
    connector(options, (...result) => {
      const [, socket] = result;
      if (socket) watchConnection(socket, { maxBytes: maxResponseBytes, stale });
      callback(...result);
    });
}
