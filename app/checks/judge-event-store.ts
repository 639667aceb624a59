import { neededAppendSize, type TooSmallLimit } from '../../log/eventstore/append-limit.ts';
import type { ConnectionString } from '../../log/eventstore/connection-string.ts';
import type { EventStoreFacts } from '../../log/eventstore/inspect-event-store.ts';
import { type Finding, findingsOf, holding, judgeClock } from './finding.ts';

const { mistake, warning } = findingsOf('EVENTSTORE_URL');
const oldest = [23, 10] as const;
/** The newest release that Formlog was tested with. */
const newestTested = [26, 1] as const;

/** Judges the properties of an event store. @param maxClockS the limit for `judgeClock` */
export function judgeEventStore(
  { finds, hosts, ignored }: ConnectionString,
  { version, members, mayReadAll, mayAppend, clockAheadMs, tooSmallLimit }: EventStoreFacts,
  maxClockS: number,
): Finding[] {
  const away = members.filter(({ isAlive }) => !isAlive);
  const hasLeader = members.some(({ role, isAlive }) => role === 'leader' && isAlive);
  return [
    ...judgeVersion(version),
    ...holding(
      !hasLeader && {
        ...mistake('names a cluster without a leader: start a majority of its nodes'),
        mayPass: true,
      },
      members.length > 1 &&
        finds === 'one host' &&
        warning(
          `names only ${hosts.join()} of a cluster of ${members.length}: clients cannot reconnect while that node is away; ` +
            `name all: ${members.map(({ address }) => address).join(',')}`,
        ),
      away.length > 0 &&
        warning(`names a cluster of which ${away.map(({ address }) => address).join(', ')} is away`),
      !mayReadAll &&
        mistake(
          'has a user without the right to read $all: add it to the group $admins, or grant the right in $settings',
        ),
      !mayAppend && mistake('has a user without the right to append: grant it the right to write streams'),
      tooSmallLimit !== null && judgeLimit(tooSmallLimit),
    ),
    ...ignored.map((name) => warning(`has the option ${name}, which the client does not know: remove it`)),
    ...judgeClock('EVENTSTORE_URL', clockAheadMs, maxClockS),
  ];
}

function judgeLimit(limit: TooSmallLimit): Finding {
  const remedy = `start the server with its default ${limit.setting}, or a greater one`;
  return limit.setting === 'MaxAppendSize'
    ? mistake(
        `accepts appends of at most ${limit.bytes} bytes, and large submissions need up to ${neededAppendSize}: ${remedy}`,
      )
    : mistake(`accepts no event of ${neededAppendSize} bytes, which large submissions need: ${remedy}`);
}

function judgeVersion(version: string): Finding[] {
  const [major = NaN, minor = NaN] = version.split('.').map(Number);
  if (Number.isNaN(major) || Number.isNaN(minor))
    return [warning('names a server that does not report its version: 23.10 or newer is required')];
  const isBefore = ([m, n]: readonly [number, number]) => major < m || (major === m && minor < n);
  if (isBefore(oldest)) return [mistake(`names a server of version ${version}: 23.10 or newer is required`)];
  const isNewer = !isBefore(newestTested) && !(major === newestTested[0] && minor === newestTested[1]);
  return holding(
    isNewer &&
      warning(
        `names a server of version ${version}, newer than the newest tested version (${newestTested.join('.')})`,
      ),
  );
}
