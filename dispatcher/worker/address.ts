import ipaddr from 'ipaddr.js';
import { lookup, Resolver } from 'node:dns/promises';

/** A destination's address is not one that the service may send to. */
export class ForbiddenAddress extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'ForbiddenAddress';
  }
}

/** All addresses that are handed out for the public IPv6 Internet; special ones among them are told by range. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address in its usual notation is a public unicast one; an IPv4 address in IPv6 counts as IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/** A host as URLs write it in the end: lower case, every notation of an address turned into the usual one. */
function canonicalHost(host: string): string {
  const written = `http://${ipaddr.IPv6.isValid(host) ? `[${host}]` : host}`;
  if (!URL.canParse(written)) throw new Error(`${host} is not a host that can be allowed`);
  return new URL(written).hostname;
}

/** The address that a URL's host spells out, or null for a name. */
function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}

/** Which destinations may be reached. */
export interface AddressRules {
  /** The URL, parsed. @throws ForbiddenAddress unless it is https, or http to a host of the allow-list */
  checkUrl(url: string): URL;
  /** The addresses of `hostname` that may be connected to. @throws ForbiddenAddress when there is none */
  vet(hostname: string, addresses: readonly string[]): readonly string[];
  isAllowed(hostname: string): boolean;
}

/**
 * @param allowHosts hosts, without port, that may be private and may be reached without TLS
 * @throws for one that is no host
 */
export function addressRules(allowHosts: readonly string[]): AddressRules {
  const allowed = new Set(allowHosts.map(canonicalHost));
  const isAllowed = (hostname: string) => allowed.has(hostname);

  function vet(hostname: string, addresses: readonly string[]): readonly string[] {
    const vetted = isAllowed(hostname) ? addresses : addresses.filter(isPublic);
    if (vetted.length === 0) throw new ForbiddenAddress(`${hostname} has no public address`);
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

/** The addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Public names, asked of the name servers directly: the system's look-up runs in a small pool of threads, where
 * one name that hangs would hold up all others.
 */
export const resolvePublic: Resolve = async (hostname) => {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = answers;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
};

/** Names of the allow-list, which may stand in the hosts file only. */
export const resolveLocal: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
