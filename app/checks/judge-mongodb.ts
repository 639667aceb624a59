import type { MongoFacts } from '../../read-store/inspect-mongodb.ts';
import type { MongoUrl } from '../../read-store/mongodb-url.ts';
import { findingsOf, judgeClock, type Finding } from './finding.ts';

const { mistake, warning } = findingsOf('MONGODB_URL');

/** Judges what a MongoDB said of itself. @param maxClockS as `judgeClock` has it */
export function judgeMongo(
  { url, database, hosts }: MongoUrl,
  { kind, members, isPrimary, clockAheadMs, forbidden }: MongoFacts,
  maxClockS: number,
): Finding[] {
  if (kind === 'standalone')
    return [
      mistake(
        'names a standalone mongod, which cannot promise what a majority has: start it with --replSet rs0 and run rs.initiate() once',
      ),
    ];
  if (kind === 'sharded cluster')
    return [
      mistake(
        'names a sharded cluster, where no erasure would ever be complete, since the members of its shards are not asked: name a replica set',
      ),
    ];
  const isDirect = /[?&]directConnection=true/i.test(url);
  return [
    ...(isPrimary
      ? []
      : [
          {
            ...mistake('leads to a secondary: name all members and leave directConnection out'),
            mayPass: true,
          },
        ]),
    ...(isDirect && members.length > 1
      ? [
          mistake(
            `says directConnection=true for a set of ${members.length} members: leave it out, and name ${members.join(',')}`,
          ),
        ]
      : []),
    ...(!isDirect && members.length > 1 && hosts.length === 1 && !url.startsWith('mongodb+srv:')
      ? [
          warning(
            `names ${hosts.join()} alone of a set of ${members.length}: a service that starts while it is away finds no other; name ${members.join(',')}`,
          ),
        ]
      : []),
    ...(forbidden === null
      ? []
      : [
          mistake(
            `has a user that may not ${forbidden} in the database ${database}: give it the role readWrite there`,
          ),
        ]),
    ...judgeClock('MONGODB_URL', clockAheadMs, maxClockS),
  ];
}
