import { lookup, Resolver } from 'node:dns/promises';

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
