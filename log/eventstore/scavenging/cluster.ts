import { type ClusterInfo, type EventStoreClient, NodeState, ScavengeResult } from '../client/index.ts';
import type { ConnectionString } from '../connection-string.ts';

/** A member of the event store's cluster, according to its gossip. */
export interface Member {
  /** `host:port` as advertised by the member. */
  readonly name: string;
  /** `host:port` to connect to. */
  readonly address: string;
  readonly state: 'leader' | 'follower' | 'not ready' | 'away';
}

/** The list of members, and calls to a single member. */
export interface Cluster {
  /** Returns the members. @throws if no known node responds */
  members(): Promise<readonly Member[]>;
  /** Starts a scavenge on one member. @throws if the member does not respond or refuses */
  startScavenge(member: Member): Promise<{ readonly id: string; readonly isRunning: boolean }>;
  /** Makes calls to this member alone. */
  on<T>(member: Member, calls: (client: EventStoreClient) => Promise<T>): Promise<T>;
}

const gossipDeadlineMs = 5_000;
const startDeadlineMs = 10_000;

export function openCluster(
  { clientOf }: Pick<EventStoreClient, 'clientOf'>,
  { hosts: seeds, finds }: ConnectionString,
): Cluster {
  let lastMembers: readonly string[] = [];

  async function at<T>(address: string, calls: (client: EventStoreClient) => Promise<T>): Promise<T> {
    const client = clientOf(address);
    try {
      return await calls(client);
    } finally {
      client.close();
    }
  }

  async function members(): Promise<readonly Member[]> {
    let failure: unknown;
    for (const address of new Set([...lastMembers, ...seeds])) {
      try {
        const found = membersIn(await at(address, (client) => client.gossip(gossipDeadlineMs)));
        const [only] = found;
        // A single node may advertise an address that this machine cannot reach; the address in the URL is
        // reachable.
        if (finds === 'one host' && only && found.length === 1) return [{ ...only, address }];
        lastMembers = found.filter(({ state }) => state !== 'away').map((one) => one.address);
        return found;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  return {
    members,
    async startScavenge({ address }) {
      const { scavengeId, scavengeResult } = await at(address, (client) =>
        client.startScavenge(startDeadlineMs),
      );
      return { id: scavengeId, isRunning: scavengeResult !== ScavengeResult.Started };
    },
    on: ({ address }, calls) => at(address, calls),
  };
}

function membersIn({ members }: ClusterInfo): readonly Member[] {
  return members.flatMap(({ httpEndPoint, isAlive, state }) => {
    if (!httpEndPoint || state === NodeState.Manager) return [];
    const name = `${httpEndPoint.address}:${httpEndPoint.port}`;
    return [{ name, address: name, state: stateOf(isAlive, state) }];
  });
}

function stateOf(isAlive: boolean, state: NodeState): Member['state'] {
  if (!isAlive || state === NodeState.ShuttingDown || state === NodeState.Shutdown) return 'away';
  if (state === NodeState.Leader) return 'leader';
  return state === NodeState.Follower || state === NodeState.ReadOnlyReplica ? 'follower' : 'not ready';
}
