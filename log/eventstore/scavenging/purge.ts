import { LogUnavailable } from '../../log-errors.ts';
import { type PendingMember, type Purge, type ScavengeMemory } from '../../purge-types.ts';
import type { EventStoreClient } from '../client/index.ts';
import type { ConnectionString } from '../connection-string.ts';
import { type Cluster, type Member, openCluster } from './cluster.ts';
import { type Pace, planScavenge, type Refusals } from './plan.ts';
import { newestPoint, readHistory } from './read-history.ts';

/** Each scavenge point costs a chunk of the log, so a second one on the same day is delayed. */
const defaultPace: Pace = { pointsMs: 60_000, retryMs: 60_000 };

interface Deps {
  readonly client: EventStoreClient;
  readonly cluster: Cluster;
  readonly pace: Pace;
  readonly now: () => Date;
}

/**
 * Purges deleted events from the files of every member step by step: each call checks the members' progress
 * and starts at most one scavenge.
 */
export function openPurge(
  client: EventStoreClient,
  address: ConnectionString,
  pace: Pace = defaultPace,
  now: () => Date = () => new Date(Date.now()),
) {
  const deps: Deps = { client, cluster: openCluster(client, address), pace, now };
  const refusals = new Map<string, Refusals>();
  const since = new Map<string, { readonly state: string; readonly at: string }>();

  function withSince(one: MemberReport): PendingMember {
    const before = since.get(one.member);
    const at = before?.state === one.state ? before.at : now().toISOString();
    since.set(one.member, { state: one.state, at });
    return { ...one, since: at };
  }

  /** Forgets since when a member was in a state that it has left: neither pending nor away. */
  function forgetSettled(members: readonly Member[], pending: readonly PendingMember[]): void {
    const away = members.filter(({ state }) => state === 'away').map(({ name }) => name);
    const unsettled = new Set([...away, ...pending.map(({ member }) => member)]);
    for (const name of since.keys()) if (!unsettled.has(name)) since.delete(name);
  }

  /** @throws LogUnavailable */
  return async function purge(deleted: readonly bigint[], memory: ScavengeMemory): Promise<Purge> {
    try {
      const members = await membersOf(deps, memory, since);
      if (deleted.length === 0) {
        forgetSettled(members, []);
        return { cleanUpTo: -1n, pending: [] };
      }
      const [history, started] = await Promise.all([readHistory(client), memory.startedScavenges()]);
      const plan = planScavenge({ members, history, started, refusals, deleted, now: now(), pace });
      const report = plan.start && (await startOn(plan.start, members, deps, memory, refusals));
      const pending = plan.pending.map((one) => withSince(one.member === report?.member ? report : one));
      forgetSettled(members, pending);
      return { cleanUpTo: plan.cleanUpTo, pending };
    } catch (error) {
      throw new LogUnavailable(error);
    }
  };
}

/**
 * Returns the members in gossip and those that gossip has forgotten: it drops a member after half an hour of
 * absence.
 */
async function membersOf(
  { cluster, now }: Deps,
  memory: ScavengeMemory,
  since: Map<string, { readonly state: string; readonly at: string }>,
): Promise<readonly Member[]> {
  const members = await cluster.members();
  const [only] = members;
  // The leader of a larger cluster is never its only member.
  if (only && members.length === 1 && only.state === 'leader') return members;
  const present = members.filter(({ state }) => state !== 'away').map(({ name }) => name);
  await memory.recordSeen(present, now());
  const known = await memory.members();
  const names = new Set(members.map(({ name }) => name));
  const forgotten = [...known.keys()]
    .filter((name) => !names.has(name))
    .map((name): Member => ({ name, address: name, state: 'away' }));
  const all = [...members, ...forgotten];
  for (const { name, state } of all) {
    const at = known.get(name);
    if (state === 'away' && at && since.get(name)?.state !== 'away')
      since.set(name, { state, at: at.toISOString() });
  }
  return all;
}

type MemberReport = Omit<PendingMember, 'since'>;

/** Starts a scavenge on a member. @returns the member's state and message */
async function startOn(
  member: Member,
  members: readonly Member[],
  { client, cluster, now }: Deps,
  memory: ScavengeMemory,
  refusals: Map<string, Refusals>,
): Promise<MemberReport | null> {
  const { name } = member;
  try {
    const newest = await newestPoint(client);
    const own = members.length === 1 ? newest : await cluster.on(member, newestPoint);
    if (own < newest)
      return {
        member: name,
        state: 'not ready',
        message: `The member ${name} has yet to receive scavenge point ${newest} from the leader.`,
      };
    const { id, isRunning } = await cluster.startScavenge(member);
    // If the scavenge was already running, the newest point at its start is unknown.
    if (!isRunning) await memory.recordStarted({ id, member: name, point: own, at: now() });
    refusals.delete(name);
    return {
      member: name,
      state: 'working',
      message: `The member ${name} ${isRunning ? 'is already scavenging' : 'has started to scavenge'}.`,
    };
  } catch (error) {
    const message = `The member ${name} refused to scavenge: ${error instanceof Error ? error.message : String(error)}`;
    const at = now();
    refusals.set(name, { count: (refusals.get(name)?.count ?? 0) + 1, message, at });
    return { member: name, state: 'failed', message };
  }
}
