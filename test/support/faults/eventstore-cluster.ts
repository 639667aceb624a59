import { randomUUID } from 'node:crypto';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type EventStoreNode, openEventStoreNode, type Server } from './eventstore-node.ts';
import type { Shown } from './eventstore-reads.ts';
import type { Call } from './grpc-call.ts';
import { type WatchedLog, watchLog } from './shown-log.ts';

/** Several nodes in front of one server, as a cluster of EventStoreDB looks to its clients. */
export interface EventStoreCluster {
  /** All nodes: a client finds the leader by gossip. */
  readonly url: string;
  readonly nodes: readonly ClusterNode[];
  leader(): ClusterNode;
  /**
   * Another node becomes the leader. Until then, for `forMs`, there is none: writes and what requires a leader are
   * refused, followers are read. What the old leader has, the new one has, too.
   */
  elect(next: ClusterNode, forMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface ClusterNode extends EventStoreNode {
  /** How far this node stays behind while it is a follower; Infinity: it gets nothing more. */
  lag(ms: number): void;
}

interface Settings {
  readonly nodes?: number;
  /**
   * What a client requires of the leader. A service whose reads forget to ask for the leader is played by
   * `() => false`.
   */
  readonly requiresLeader?: (call: Call) => boolean;
}

const asAsked = (call: Call): boolean => call.header('requires-leader')?.toLowerCase() === 'true';

/** @param serverUrl of one server, `esdb://host:port?tls=…` */
export async function openEventStoreCluster(
  serverUrl: string,
  { nodes: count = 3, requiresLeader = asAsked }: Settings = {},
): Promise<EventStoreCluster> {
  const log = watchLog(serverUrl);
  await log.reachHead();
  const members: Member[] = [];
  let leading: Member | null = null;
  const address = ({ port }: EventStoreNode) => ({ host: '127.0.0.1', port });

  for (let n = 0; n < count; n++) {
    const shown = openShown(log);
    const role = {
      leader: () => leading && address(leading.node),
      isLeader: () => leading?.shown === shown,
      gossip: () => gossipOf(members, leading),
      requiresLeader,
    };
    const node = await openEventStoreNode(serverOf(serverUrl), role, shown);
    members.push({ id: randomUUID(), shown, node: { ...node, lag: (ms) => shown.lag(ms) } });
  }
  const memberOf = (wanted: ClusterNode): Member => {
    const member = members.find(({ node }) => node === wanted);
    if (!member) throw new Error('no node of this cluster');
    return member;
  };

  async function elect(next: ClusterNode, forMs = 0): Promise<void> {
    leading = null;
    await new Promise((resolve) => setTimeout(resolve, forMs));
    // What the old leader has shown it shows as a follower, too.
    await log.reachHead();
    const elected = memberOf(next);
    for (const { shown } of members) shown.lead(shown === elected.shown);
    leading = elected;
  }
  const nodes = members.map(({ node }) => node);
  if (nodes[0]) await elect(nodes[0]);
  const hosts = nodes.map((node) => `127.0.0.1:${node.port}`).join(',');
  return {
    url: `esdb://${hosts}?tls=false`,
    nodes,
    leader() {
      if (!leading) throw new Error('an election is under way');
      return leading.node;
    },
    elect,
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      for (const { shown } of members) shown.close();
      await log.close();
    },
  };
}

interface Member {
  readonly id: string;
  readonly shown: ShownByNode;
  readonly node: ClusterNode;
}

interface ShownByNode extends Shown {
  lag(ms: number): void;
  lead(isLeader: boolean): void;
  close(): void;
}

const lookEveryMs = 5;

/** What a node shows: never less than it has shown before. */
function openShown(log: WatchedLog): ShownByNode {
  const waiting = new Set<() => void>();
  let [isLeader, lagMs, reached] = [false, 0, -1n];
  const newest = (ms: number): bigint => log.seenBefore(ms) ?? -1n;
  const limit = (): bigint | null => {
    if (isLeader) return null;
    const position = newest(lagMs);
    if (position > reached) reached = position;
    return reached;
  };
  const timer = setInterval(() => {
    for (const grown of waiting) grown();
  }, lookEveryMs);
  return {
    log,
    limit,
    onGrowth(grown) {
      waiting.add(grown);
      return () => waiting.delete(grown);
    },
    catchUp() {
      reached = newest(0);
    },
    lag(ms) {
      limit();
      lagMs = ms;
    },
    lead(leads) {
      if (isLeader && !leads) reached = newest(0);
      isLeader = leads;
    },
    close: () => clearInterval(timer),
  };
}

function gossipOf(members: readonly Member[], leading: Member | null): Uint8Array {
  const { LEADER, FOLLOWER, UNKNOWN } = gossip.MemberInfo.VNodeState;
  const infos = members.map((member) =>
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(member.id))
      .setTimeStamp(`${Date.now()}0000`)
      .setState(!leading ? UNKNOWN : member === leading ? LEADER : FOLLOWER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(member.node.port)),
  );
  return new gossip.ClusterInfo().setMembersList(infos).serializeBinary();
}

/** Where a server is, and how its calls are signed: from a connection string with one address. */
function serverOf(url: string): Server {
  const { host, searchParams, username, password } = new URL(url.replace(/^[a-z+]+:/, 'http:'));
  const secure = searchParams.get('tls') !== 'false';
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return {
    authority: `${secure ? 'https' : 'http'}://${host}`,
    headers: username === '' ? {} : { authorization: `Basic ${basic.toString('base64')}` },
  };
}
