import type { ConnectionString } from '../../log/eventstore/connection-string.ts';
import type { EventStoreFacts } from '../../log/eventstore/inspect-event-store.ts';
import { findingsOf, judgeClock, type Finding } from './finding.ts';

const { mistake, warning } = findingsOf('EVENTSTORE_URL');
const oldest = [23, 10] as const;
/** The newest release that Formlog has been run with. */
const newestTried = [25, 0] as const;

/** Judges what an event store said of itself. @param maxClockS as `judgeClock` has it */
export function judgeEventStore(
  { finds, hosts, ignored }: ConnectionString,
  { version, members, mayReadAll, mayAppend, clockAheadMs }: EventStoreFacts,
  maxClockS: number,
): Finding[] {
  const away = members.filter(({ isAlive }) => !isAlive);
  return [
    ...judgeVersion(version),
    ...(members.some(({ role, isAlive }) => role === 'leader' && isAlive)
      ? []
      : [
          {
            ...mistake('names a cluster without a leader: see that a majority of its nodes is up'),
            mayPass: true,
          },
        ]),
    ...(members.length > 1 && finds === 'one host'
      ? [
          warning(
            `names ${hosts.join()} alone of a cluster of ${members.length}: while that node is away nothing reconnects; ` +
              `name all: ${members.map(({ address }) => address).join(',')}`,
          ),
        ]
      : []),
    ...(away.length > 0
      ? [warning(`names a cluster of which ${away.map(({ address }) => address).join(', ')} is away`)]
      : []),
    ...(mayReadAll
      ? []
      : [
          mistake(
            'has a user that may not read $all: put it into the group $admins, or allow it to in $settings',
          ),
        ]),
    ...(mayAppend ? [] : [mistake('has a user that may not append: allow it to write streams')]),
    ...ignored.map((name) => warning(`has the option ${name}, which the client does not know: leave it out`)),
    ...judgeClock('EVENTSTORE_URL', clockAheadMs, maxClockS),
  ];
}

function judgeVersion(version: string): Finding[] {
  const [major = NaN, minor = NaN] = version.split('.').map(Number);
  if (Number.isNaN(major) || Number.isNaN(minor))
    return [warning('names a server that does not say its version: 23.10 or newer is needed')];
  const isBefore = ([m, n]: readonly [number, number]) => major < m || (major === m && minor < n);
  if (isBefore(oldest)) return [mistake(`names a server of version ${version}: 23.10 or newer is needed`)];
  const isNewer = !isBefore(newestTried) && !(major === newestTried[0] && minor === newestTried[1]);
  return isNewer
    ? [
        warning(
          `names a server of version ${version}, newer than Formlog has been tried with (${newestTried.join('.')})`,
        ),
      ]
    : [];
}
