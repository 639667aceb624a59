import ipaddr from 'ipaddr.js';

/** The network that one subscriber has: the address itself of IPv4, the first 64 bits of IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : `${parsed.parts.slice(0, 4).join(':')}/64`;
}
