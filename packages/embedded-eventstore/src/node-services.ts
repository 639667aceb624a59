import { randomUUID } from 'node:crypto';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Traits } from './behaviour.ts';

/** The address of the server. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

const instanceIds = [randomUUID(), randomUUID(), randomUUID()];

/** The services, in lower case as in the real server. */
export function supportedMethods(
  services: readonly ServiceDefinition[],
  { version }: Traits,
): SupportedMethods {
  const methods = services.flatMap((service) => Object.values(service).map(({ path }) => path));
  const list = methods.map((path) => {
    const [, service = '', method = ''] = path.toLowerCase().split('/');
    return new features.SupportedMethod().setServiceName(service).setMethodName(method);
  });
  return new features.SupportedMethods().setEventStoreServerVersion(version).setMethodsList(list);
}

/** A member in gossip. */
export interface MemberStatus extends Address {
  readonly isAlive: boolean;
  readonly isLeader: boolean;
}

/** The answer of gossip: the members of a cluster. */
export function clusterOf(members: readonly MemberStatus[]): ClusterInfo {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const described = members.map(({ host, port, isAlive, isLeader }, index) =>
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(instanceIds[index] ?? randomUUID()))
      .setTimeStamp(`${Date.now()}0000`)
      .setState(isLeader ? LEADER : FOLLOWER)
      .setIsAlive(isAlive)
      .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port)),
  );
  return new gossip.ClusterInfo().setMembersList(described);
}
