import { lookup, Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { isPublic, literalAddress } from '../../domain/destination/public-address.ts';

/** The service may not send to a destination's address. */
export class ForbiddenAddress extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ForbiddenAddress';
  }
}

/** Returns a host as a URL normalizes it: lower case, with addresses in their usual notation. */
function canonicalHost(host: string): string {
  const written = `http://${ipaddr.IPv6.isValid(host) ? `[${host}]` : host}`;
  if (!URL.canParse(written)) throw new Error(`${host} is not a host that can be allowed`);
  return new URL(written).hostname;
}

/** The rules for the addresses of destinations. */
export interface AddressRules {
  /** Parses a URL. @throws ForbiddenAddress unless it is https, or http to a host of the allow-list */
  checkUrl(url: string): URL;
  /** Returns the permitted addresses of `hostname`. @throws ForbiddenAddress if there are none */
  vet(hostname: string, addresses: readonly string[]): readonly string[];
  /** Whether the host is on the allow-list. */
  isAllowed(hostname: string): boolean;
}

/**
 * Creates rules with an allow-list.
 * @param allowHosts hosts without ports that may be private and may be reached without TLS
 * @throws for an invalid host
 */
export function addressRules(allowHosts: readonly string[]): AddressRules {
  const allowed = new Set(allowHosts.map(canonicalHost));
  const isAllowed = (hostname: string) => allowed.has(hostname);

  function vet(hostname: string, addresses: readonly string[]): readonly string[] {
    const vetted = isAllowed(hostname) ? addresses : addresses.filter(isPublic);
    if (vetted.length === 0) throw new ForbiddenAddress(`${hostname} is not a public address`);
    return vetted;
  }

  function checkUrl(text: string): URL {
    if (!URL.canParse(text)) throw new ForbiddenAddress('the URL is not valid');
    const url = new URL(text);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed(url.hostname)))
      throw new ForbiddenAddress(`${url.protocol}//${url.hostname} is not https`);
    const literal = literalAddress(url.hostname);
    if (literal !== null) vet(url.hostname, [literal]);
    return url;
  }

  return { checkUrl, vet, isAllowed };
}

/** Resolves a name to its addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Resolves public names by querying the name servers directly: the system's look-up uses a small pool of
 * threads, in which one hanging name would block all others.
 */
export const resolvePublic: Resolve = async (hostname) => {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = answers;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
};

/** Resolves names of the allow-list, which may be only in the hosts file. */
export const resolveLocal: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
