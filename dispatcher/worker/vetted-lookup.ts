import { isIP, type LookupFunction } from 'node:net';
import pTimeout from 'p-timeout';
import { type AddressRules, type Resolve, resolveLocal } from './address.ts';
import { tooSlow } from './exchange.ts';

/** Looks names up for connections, which go only to the addresses that were resolved and checked. */
export const vettedLookup =
  (
    rules: Pick<AddressRules, 'isAllowed' | 'vet'>,
    { resolve, limitMs }: { readonly resolve: Resolve; readonly limitMs: number },
  ): LookupFunction =>
  (hostname, _options, callback) => {
    const found = rules.isAllowed(hostname) ? resolveLocal(hostname) : resolve(hostname);
    // A connection must end even if its name is never resolved, because closing the client waits for it.
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
