import type { MongoFacts } from '../../coordination/inspect-mongodb.ts';
import type { MongoUrl } from '../../coordination/mongodb-url.ts';
import { type Finding, findingsOf, holding, judgeClock } from './finding.ts';

const { mistake, warning } = findingsOf('MONGODB_URL');

/** Judges the properties of a MongoDB. @param maxClockS the limit for `judgeClock` */
export function judgeMongo(
  { url, database, hosts }: MongoUrl,
  { kind, members, isPrimary, clockAheadMs, forbidden }: MongoFacts,
  maxClockS: number,
): Finding[] {
  if (kind === 'standalone')
    return [
      mistake(
        'names a standalone mongod, which has no majority writes: start it with --replSet rs0 and run rs.initiate() once',
      ),
    ];
  if (kind === 'sharded cluster')
    return [
      mistake(
        'names a sharded cluster, where erasures cannot be verified on the members of the shards: name a replica set',
      ),
    ];
  const isDirect = /[?&]directConnection=true/i.test(url);
  return [
    ...holding(
      !isPrimary && {
        ...mistake('names a secondary: name all members and remove directConnection'),
        mayPass: true,
      },
      isDirect &&
        members.length > 1 &&
        mistake(
          `has directConnection=true for a set of ${members.length} members: remove it, and name ${members.join(',')}`,
        ),
      !isDirect &&
        members.length > 1 &&
        hosts.length === 1 &&
        !url.startsWith('mongodb+srv:') &&
        warning(
          `names only ${hosts.join()} of a set of ${members.length}: the service cannot start while that member is away; name ${members.join(',')}`,
        ),
      forbidden !== null &&
        mistake(
          `has a user that may not ${forbidden} in the database ${database}: give it the role readWrite there`,
        ),
    ),
    ...judgeClock('MONGODB_URL', clockAheadMs, maxClockS),
  ];
}
