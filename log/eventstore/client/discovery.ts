import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionString } from '../connection-string.ts';
import { type ClusterInfo, type MemberInfo, MemberInfo_VNodeState as State } from './generated/gossip.ts';

/** Asks a node for the members of its cluster. */
export type Gossip = (address: string, timeoutMs: number) => Promise<ClusterInfo>;

const followers: readonly State[] = [
  State.Follower,
  State.ReadOnlyReplica,
  State.PreReadOnlyReplica,
  State.ReadOnlyLeaderless,
];

/**
 * Finds the leader among the members that the seeds know, or a follower while there is no leader: a follower names the
 * leader as soon as it knows one.
 * @param failed the node that was lost, which is asked last
 * @returns its `host:port`
 * @throws after the attempts that the address allows, or at the signal
 */
export async function discoverNode(
  { hosts, discovery: { attempts, intervalMs, gossipTimeoutMs } }: ConnectionString,
  gossip: Gossip,
  failed: string | null,
  signal: AbortSignal,
): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const others = shuffled(hosts.filter((host) => host !== failed));
    for (const seed of [...others, ...hosts.filter((host) => host === failed)]) {
      signal.throwIfAborted();
      const info = await gossip(seed, gossipTimeoutMs).catch(() => null);
      const node = info && bestOf(info.members);
      if (node !== null) return node;
    }
    await pause(intervalMs, undefined, { signal });
  }
  throw new Error(`found no node of the event store in ${attempts} attempts`);
}

function bestOf(members: readonly MemberInfo[]): string | null {
  const alive = members.filter((member) => member.isAlive);
  const [best] = [
    ...alive.filter(({ state }) => state === State.Leader),
    ...shuffled(alive.filter(({ state }) => followers.includes(state))),
  ];
  return best?.httpEndPoint ? `${best.httpEndPoint.address}:${best.httpEndPoint.port}` : null;
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
