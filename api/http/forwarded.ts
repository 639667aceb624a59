import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Counts for every address that cannot be read, so that these requests share one limit. */
const unreadable = 'unknown';

/**
 * Rewrites `X-Forwarded-For` as a list of plain addresses. Gateways write `address:port`, `[IPv6]:port`, quotes and zones;
 * a port or a zone would otherwise make each request of one client look like another client.
 */
export function plainForwarded({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const given = headers['x-forwarded-for'];
  if (given === undefined) return;
  const items = [given].flat().join(',').split(',');
  const plain = items.flatMap((item) => (item.trim() === '' ? [] : [addressIn(item)]));
  if (plain.length > 0) headers['x-forwarded-for'] = plain.join(', ');
  else delete headers['x-forwarded-for'];
}

/** Returns the address of an item without quotes, brackets, port and zone; `unknown` if it has none. */
function addressIn(item: string): string {
  const text = item.trim().replace(/^"(.*)"$/, '$1');
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, '');
  return isIP(address) === 0 ? unreadable : address;
}
