import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import { Agent, buildConnector } from 'undici';
import type { AttemptOutcome } from '../../domain/delivery/events.ts';
import { addressRules, type AddressRules } from './address.ts';
import { exchange, tooSlow } from './exchange.ts';
import { classify } from './failure.ts';
import { resolveLocal, resolvePublic, type Resolve } from './address.ts';

/** What came of one request, and how long to wait at least before the next. */
export interface Exchange {
  readonly outcome: AttemptOutcome;
  readonly durationMs: number;
  /** The receiver's `Retry-After`; 0 where it sent none. */
  readonly retryAfterMs: number;
}

/** Sends requests to destinations, which are strangers: to public addresses only, bounded in time and size. */
export interface Guard {
  /** Never throws: whatever goes wrong is an outcome. */
  post(request: { url: string; headers: Record<string, string>; body: Buffer }): Promise<Exchange>;
  close(): Promise<void>;
}

export interface GuardOptions {
  /** Hosts that may be private and may be reached without TLS: for development. */
  readonly allowHosts: readonly string[];
  /** For the whole exchange, from the look-up of the name to the end of the response. */
  readonly limitMs?: number;
  /** How much of the response's body is kept; the rest is not read. */
  readonly excerptBytes?: number;
  /** Certificates to trust beside the known ones. */
  readonly ca?: string;
  readonly resolve?: Resolve;
}

const idleMs = 1_000;
/** Of so many destinations it is remembered that their addresses were checked, and how they are spelt. */
const knownUrls = 1_000;

/** A guard with its own pool of connections; each goes to an address that was vetted when it was opened. */
export function openGuard({
  allowHosts,
  limitMs = 10_000,
  excerptBytes = 4096,
  ca,
  resolve = resolvePublic,
}: GuardOptions): Guard {
  const rules = addressRules(allowHosts);
  const agent = new Agent({
    connect: vettedConnector(rules, resolve, limitMs, ca),
    headersTimeout: limitMs,
    bodyTimeout: limitMs,
    // A connection that the receiver is about to close would swallow the next request: idle ones go first.
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  });

  const targets = new LRUCache<string, { readonly origin: string; readonly path: string }>({
    max: knownUrls,
  });

  /** The rules never change: an address that passed them once need not be looked at again. */
  function targetOf(url: string) {
    const known = targets.get(url);
    if (known) return known;
    const { origin, pathname, search } = rules.checkUrl(url);
    const target = { origin, path: pathname + search };
    targets.set(url, target);
    return target;
  }

  async function post(...[{ url, headers, body }]: Parameters<Guard['post']>): Promise<Exchange> {
    const start = performance.now();
    const finish = (outcome: AttemptOutcome, retryAfterMs = 0): Exchange => ({
      outcome,
      durationMs: Math.round((performance.now() - start) * 10) / 10,
      retryAfterMs,
    });
    try {
      const request = { ...targetOf(url), method: 'POST', headers, body } as const;
      const {
        status,
        excerpt,
        retryAfter: after,
      } = await exchange(agent, request, { limitMs, excerptBytes });
      return finish({ kind: 'response', status, excerpt }, retryAfter(after, Date.now()));
    } catch (error) {
      return finish(classify(error, limitMs));
    }
  }

  return { post, close: () => agent.destroy() };
}

/** Connects to addresses that were resolved once and vetted, and to no other; names the host to TLS all the same. */
function vettedConnector(
  rules: AddressRules,
  resolve: Resolve,
  limitMs: number,
  ca: string | undefined,
): buildConnector.connector {
  const lookup: LookupFunction = (hostname, _options, callback) => {
    const found = rules.isAllowed(hostname) ? resolveLocal(hostname) : resolve(hostname);
    // A connection must end even where its name is never resolved: closing the guard waits for that.
    pTimeout(found, { milliseconds: limitMs, message: tooSlow() })
      .then((addresses) => rules.vet(hostname, addresses))
      .then(
        (vetted) =>
          callback(
            null,
            vetted.map((address) => ({ address, family: isIP(address) })),
          ),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
      );
  };
  return buildConnector({
    lookup,
    // Tries the next of several vetted addresses when one does not answer.
    autoSelectFamily: true,
    // Said here so that no setting of the process can turn it off.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    timeout: limitMs,
  });
}

/** `Retry-After` in milliseconds: seconds, or a date. What is neither counts as absent. */
export function retryAfter(header: string | string[] | undefined, now: number): number {
  if (typeof header !== 'string') return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
