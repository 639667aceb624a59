import type { ParkedDestinations } from '../../coordination/parked-destinations.ts';

/** The most destinations named in `/readyz`. */
const namedAtMost = 10;

/** What is parked, for `/readyz`: keys by the model that parks them, and destinations by id. */
export async function describeParked(
  keys: () => Promise<ReadonlyMap<string, number>>,
  destinations: Pick<ParkedDestinations, 'list' | 'count'>,
): Promise<readonly string[]> {
  const [counts, oldest, count] = await Promise.all([
    keys(),
    destinations.list(namedAtMost),
    destinations.count(),
  ]);
  return [
    ...[...counts].filter(([, parked]) => parked > 0).map(([name, parked]) => `${name}: ${parked} parked`),
    ...oldest.map(({ id }) => `destination ${id}: parked`),
    ...(count > oldest.length ? [`${count - oldest.length} more destinations: parked`] : []),
  ];
}
