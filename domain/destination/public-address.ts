import ipaddr from 'ipaddr.js';

/** The range of public IPv6 addresses; special ranges within it are recognized separately. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address in its usual notation is public and unicast; an IPv4-mapped IPv6 address counts as IPv4.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/** Returns the address in a URL's host; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}
