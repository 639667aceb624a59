import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server as NetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type sendUnaryData, Server, ServerCredentials } from '@grpc/grpc-js';
import { startEventStore } from '../../../packages/embedded-eventstore/src/server.ts';

/** A member of a cluster: its gossip, and a way to the one store that all members share. */
export interface ClusterNode {
  /** Leaves the cluster: what it was connected to breaks, and nothing connects. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

/**
 * A cluster of nodes as a client sees it: each answers with the members and their roles, and the calls go to the leader.
 * All of them show one embedded store, so that nothing is ever lost between them.
 */
export async function startCluster(size: number) {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-cluster-'));
  const store = await startEventStore({ dir, port: 0 });
  const members = await Promise.all(Array.from({ length: size }, () => startMember(store.port)));
  const { VNodeState } = gossip.MemberInfo;

  function clusterInfo() {
    const leader = members.find(({ isUp }) => isUp());
    return new gossip.ClusterInfo().setMembersList(
      members.map((member) =>
        new gossip.MemberInfo()
          .setInstanceId(new shared.UUID().setString(member.id))
          .setTimeStamp(`${Date.now()}0000`)
          .setState(member === leader ? VNodeState.LEADER : VNodeState.FOLLOWER)
          .setIsAlive(member.isUp())
          .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(member.port())),
      ),
    );
  }

  for (const member of members) await member.join(clusterInfo);
  const nodes: readonly ClusterNode[] = members.map((member) => ({
    leave: () => member.leave(),
    comeBack: () => member.join(clusterInfo),
  }));
  return {
    nodes,
    /** Names every node. */
    url: `esdb://${members.map((member) => `127.0.0.1:${member.gossipPort()}`).join(',')}?tls=false`,
    /** Where the shared store is itself. */
    store,
    close: async () => {
      for (const { leave } of nodes) await leave();
      await store.close();
      rmSync(dir, { recursive: true });
    },
  };
}

async function startMember(storePort: number) {
  let gossipServer: Server | null = null;
  let way: Way | null = null;
  let port = 0;
  let gossipPort = 0;

  async function joinCluster(clusterInfo: () => gossip.ClusterInfo): Promise<void> {
    way = await openWay(port, storePort);
    port = way.port;
    gossipServer = new Server();
    gossipServer.addService(gossipServices.GossipService, {
      read: (_: unknown, answer: sendUnaryData<gossip.ClusterInfo>) => answer(null, clusterInfo()),
    });
    const bind = promisify(gossipServer.bindAsync.bind(gossipServer));
    gossipPort = await bind(`127.0.0.1:${gossipPort}`, ServerCredentials.createInsecure());
  }

  return {
    id: randomUUID(),
    join: joinCluster,
    port: () => port,
    gossipPort: () => gossipPort,
    isUp: () => way !== null,
    leave: async () => {
      gossipServer?.forceShutdown();
      await way?.close();
      gossipServer = way = null;
    },
  };
}

interface Way {
  readonly port: number;
  close(): Promise<void>;
}

/** Hands on what comes, both ways. */
async function openWay(port: number, to: number): Promise<Way> {
  const sockets = new Set<Socket>();
  const server: NetServer = createServer((from) => {
    const onward = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return {
    port: (address satisfies AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
